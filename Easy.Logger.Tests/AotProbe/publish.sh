#!/usr/bin/env bash
# Publishes the probe as a user would who wants a small program, or one that starts fast: publish.sh trimmed|single|aot|aot-xml FOLDER,
# into FOLDER/out. A warning about an assembly of ours is an error.
set -euo pipefail
dotnet publish "$(dirname "$0")/AotProbe.csproj" -c Release -r linux-x64 -o "$2/out" --artifacts-path "$2/artifacts" \
  -nologo --disable-build-servers \
  -p:RunAnalyzers=false -p:PublishAs="$1"
