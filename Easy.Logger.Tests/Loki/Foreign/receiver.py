"""Takes pushes for Loki with other people's decoders and says what was in them.

HTTP (JSON, and protobuf in Snappy's block format) and gRPC, each on a free port of loopback. The first line on stdout names both; then follows one JSON
object per log line, in the order in which they came. What cannot be read is refused, and told on stderr. Ends when stdin does.
"""
import ast
import gzip
import json
import re
import sys
import threading
import zlib
from concurrent import futures
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import grpc
import snappy
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

FIELD = descriptor_pb2.FieldDescriptorProto
MESSAGES = {
    "PushRequest": [("streams", 1, "StreamAdapter", True), ("format", 2, FIELD.TYPE_STRING, False)],
    "PushResponse": [],
    "StreamAdapter": [("labels", 1, FIELD.TYPE_STRING, False), ("entries", 2, "EntryAdapter", True), ("hash", 3, FIELD.TYPE_UINT64, False)],
    "EntryAdapter": [("timestamp", 1, "Timestamp", False), ("line", 2, FIELD.TYPE_STRING, False), ("structuredMetadata", 3, "LabelPairAdapter", True)],
    # google.protobuf.Timestamp on the wire.
    "Timestamp": [("seconds", 1, FIELD.TYPE_INT64, False), ("nanos", 2, FIELD.TYPE_INT32, False)],
    "LabelPairAdapter": [("name", 1, FIELD.TYPE_STRING, False), ("value", 2, FIELD.TYPE_STRING, False)],
}
ESCAPE = re.compile(r"\\(x..|u....|U........|.)")
LABEL = re.compile(r'\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*("(?:[^"\\\n]|\\.)*")\s*(,|$)')
OUTPUT = threading.Lock()


def message_class(name):
    file = descriptor_pb2.FileDescriptorProto(name="push.proto", package="logproto", syntax="proto3")
    for message, fields in MESSAGES.items():
        declared = file.message_type.add(name=message)
        for field, number, kind, repeated in fields:
            added = declared.field.add(name=field, number=number, label=FIELD.LABEL_REPEATED if repeated else FIELD.LABEL_OPTIONAL)
            if isinstance(kind, str):
                added.type, added.type_name = FIELD.TYPE_MESSAGE, ".logproto." + kind
            else:
                added.type = kind
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    descriptor = pool.FindMessageTypeByName("logproto." + name)
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)


PUSH_REQUEST, PUSH_RESPONSE = message_class("PushRequest"), message_class("PushResponse")


def labels_of(selector):
    if not (selector.startswith("{") and selector.endswith("}")):
        raise ValueError(f"no selector: {selector!r}")
    inside, labels, position = selector[1:-1], {}, 0
    while position < len(inside):
        label = LABEL.match(inside, position)
        if label is None or label[1] in labels:
            raise ValueError(f"no label at {position}: {selector!r}")
        labels[label[1]] = ESCAPE.sub(lambda escape: ast.literal_eval(f'"{escape[0]}"'), label[2][1:-1])  # those of Go are those of Python
        position = label.end()
    return labels


def unique(pairs):
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError(f"a name twice: {pairs!r}")
    return read


def texts(pairs):
    if not all(isinstance(value, str) for value in pairs.values()):
        raise ValueError(f"not only texts: {pairs!r}")
    return pairs


def from_json(body):
    for stream in json.loads(body.decode("utf-8"), object_pairs_hook=unique)["streams"]:
        for time, line, *metadata in stream["values"]:
            if not (isinstance(time, str) and time.isascii() and time.isdigit() and isinstance(line, str) and len(metadata) < 2):
                raise ValueError(f"no entry: {time!r} {line!r} {metadata!r}")
            yield {"labels": texts(stream["stream"]), "time": int(time), "line": line, "metadata": texts(*metadata) if metadata else {}}


def from_protobuf(request):
    for stream in request.streams:
        for entry in stream.entries:
            yield {
                "labels": labels_of(stream.labels),
                "time": entry.timestamp.seconds * 1_000_000_000 + entry.timestamp.nanos,
                "line": entry.line,
                "metadata": unique([(pair.name, pair.value) for pair in entry.structuredMetadata]),
            }


def write(entries, transport, tenant):
    # All of a request or nothing of it.
    lines = [json.dumps({"transport": transport, "tenant": tenant, **entry}) for entry in entries]
    with OUTPUT:
        for line in lines:
            print(line)
        sys.stdout.flush()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if not self.path.endswith("/loki/api/v1/push"):
                raise ValueError(f"no push: {self.path}")
            encoding = self.headers.get("Content-Encoding")
            if encoding == "gzip":
                body = gzip.decompress(body)
            elif encoding == "deflate":
                body = zlib.decompress(body, wbits=-15)
            elif encoding is not None:
                raise ValueError(f"unknown encoding {encoding}")
            kind = self.headers.get_content_type() if "Content-Type" in self.headers else None
            if kind == "application/json":
                write(from_json(body), "json", self.headers.get("X-Scope-OrgID"))
            elif kind == "application/x-protobuf":
                write(from_protobuf(PUSH_REQUEST.FromString(snappy.uncompress(body))), "protobuf", self.headers.get("X-Scope-OrgID"))
            else:
                raise ValueError(f"unknown type {kind}")
            self.send_response(204)
            self.end_headers()
        except Exception as error:  # whatever a decoder does not like
            print(repr(error), file=sys.stderr, flush=True)
            self.send_response(400)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, *arguments):
        pass


def push(request, context):
    try:
        write(from_protobuf(request), "grpc", dict(context.invocation_metadata()).get("x-scope-orgid"))
        return PUSH_RESPONSE()
    except ValueError as error:
        print(repr(error), file=sys.stderr, flush=True)
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))


def main():
    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    threading.Thread(target=http.serve_forever, daemon=True).start()
    rpc = grpc.server(futures.ThreadPoolExecutor(max_workers=4))
    method = grpc.unary_unary_rpc_method_handler(push, PUSH_REQUEST.FromString, PUSH_RESPONSE.SerializeToString)
    rpc.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("logproto.Pusher", {"Push": method})])
    port = rpc.add_insecure_port("127.0.0.1:0")
    rpc.start()
    print(f"http=http://127.0.0.1:{http.server_port} grpc=http://127.0.0.1:{port}", flush=True)
    sys.stdin.read()
    rpc.stop(None).wait()
    http.shutdown()


main()
