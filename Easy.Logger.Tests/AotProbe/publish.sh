#!/usr/bin/env bash
# Publishes the probe as a user would who wants a small program, or one that starts fast: publish.sh trimmed|single|aot FOLDER ARTIFACTS,
# into FOLDER/out. What is built on the way is in ARTIFACTS for the next. A warning about an assembly of ours is an error.
set -euo pipefail
dotnet publish "$(dirname "$0")/AotProbe.csproj" -c Release -r linux-x64 -o "$2/out" --artifacts-path "$3" \
  -nologo -nodeReuse:false -p:RunAnalyzers=false -p:PublishAs="$1"
