#!/usr/bin/env bash
# Plants defects in a copy of the code, one at a time, and runs the tests that should fail for each.
#   planted.sh [AREA [TEXT]]   those of AREA.txt whose name contains TEXT; all without
# A list has blocks as follows, of which the last three parts may come several times. The code to be replaced stands there exactly once.
#   == what is wrong
#   tests a filter of `dotnet test`
#   file FILE
#   -code that is there
#   +code in its place
# Not part of `dotnet test`: a defect takes ten to sixty seconds.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# A hook of git's may be what runs this: nothing here is for that repository.
# shellcheck disable=SC2046
unset $(git rev-parse --local-env-vars)
copy=$(mktemp -d)
job=
trap 'rm -rf "$copy"' EXIT
trap 'if [ -n "$job" ]; then kill "$job" || true; wait "$job" || true; fi; exit 130' INT TERM
planted=0
found=0
dirty= # packages that are built with the last defect

build() { dotnet build "$1" -c Release -nologo -v q -p:RunAnalyzers=false -p:TreatWarningsAsErrors=false "${@:2}" >"$copy/build.log" 2>&1; }

# Some defects have no end: the heap has one, and the time. In the background, where a signal does not have to wait for it.
tests() {
  DOTNET_GCHeapHardLimit=0xC0000000 timeout -k 10 "$1" dotnet test Easy.Logger.Tests -c Release --no-build --filter "$2" \
    >"$copy/test.log" 2>&1 &
  job=$!
  wait "$job" || true
  job=
}

# file, code that is there, code in its place
replace() {
  [ -f "$1" ] || { echo "no file: $1" >&2; return 1; }
  OLD=$2 NEW=$3 perl -0pi -e '
    my $count = () = /\Q$ENV{OLD}\E/g;
    $count == 1 or do { print STDERR "$count places for: $ENV{OLD}\n"; exit 1 };
    s/\Q$ENV{OLD}\E/$ENV{NEW}/' "$1"
}

# The packages whose code has changed, wherever the tests and their child processes load them from.
rebuild() {
  local package file
  for package in "$@"; do
    build "$package" -f net10.0 || { grep -m 1 error "$copy/build.log" >&2; return 1; }
    find Easy.Logger.Tests Benchmarker -path '*/bin/*' -name "$package.dll" | while read -r file; do
      case $file in *netstandard* | *net462* | */publish/*) continue ;; esac
      cp "$package/bin/Release/net10.0/$package.dll" "$file"
    done
  done
}

# name, filter, then file, old and new code for each change
plant() {
  local name=$1 filter=$2 packages file failed
  shift 2
  local changes=("$@")
  planted=$((planted + 1))
  if [ $# -eq 0 ]; then echo "STALE   $name: it changes nothing"; return; fi
  while [ $# -gt 0 ]; do
    replace "$1" "$2" "$3" || { echo "STALE   $name"; git checkout -q .; return; }
    shift 3
  done
  packages=$(for ((i = 0; i < ${#changes[@]}; i += 3)); do echo "${changes[i]%%/*}"; done | sed 's/^Shared$/Easy.Logger/' | sort -u)
  # shellcheck disable=SC2086
  if ! rebuild $(printf '%s\n' $packages $dirty | sort -u); then
    echo "BROKEN  $name"
  else
    tests 120 "$filter"
    failed=$(grep -cE '^  Failed ' "$copy/test.log" || true)
    if [ "$failed" -gt 0 ]; then
      found=$((found + 1))
      echo "found   $name: $failed failed, $(grep -m 1 -E '^  Failed ' "$copy/test.log" | sed 's/^  Failed //; s/ \[.*//' | cut -c1-110)"
    elif grep -qE 'aborted|crashed' "$copy/test.log"; then
      found=$((found + 1))
      echo "found   $name: the test process ended"
    else
      echo "MISSED  $name: $(tail -n 3 "$copy/test.log" | tr '\n' ' ' | cut -c1-120)"
    fi
  fi
  dirty=$packages
  git checkout -q .
}

run() {
  local line name='' filter='' old='' new='' changes=()
  change() { if [ -n "$old" ]; then changes+=("$file" "${old%$'\n'}" "${new%$'\n'}"); fi; old=''; new=''; }
  finish() {
    change
    if [ -n "$name" ] && [[ "$name" == *"${2:-}"* ]]; then "$action" "$name" "$filter" "${changes[@]}"; fi
    changes=()
  }
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '== '*) finish "$@"; name=${line#== } ;;
      'tests '*) filter=${line#tests } ;;
      'file '*) change; file=${line#file } ;;
      -*) if [ -n "$new" ]; then change; fi; old+=${line#-}$'\n' ;;
      +*) new+=${line#+}$'\n' ;;
    esac
  done <"$1"
  finish "$@"
}

git -C "$root" ls-files -z --cached --others --exclude-standard | (cd "$root" && xargs -0 cp --parents -t "$copy" 2>/dev/null) || true
cd "$copy"
git init -q && git config core.hooksPath /dev/null && git add -A && git -c user.name=x -c user.email=x@x commit -q --no-gpg-sign -m x
build Easy.Logger.Tests || { tail -n 5 "$copy/build.log"; exit 1; }
each() { local list; for list in Easy.Logger.Tests/Planted/${1:-*}.txt; do run "$list" "${2:-}"; done; }

# A test that fails without a defect finds none.
filters=
collect() { case "|$filters|" in *"|$2|"*) ;; *) filters+=${filters:+|}$2 ;; esac; }
action=collect each "$@"
[ -n "$filters" ] || { echo "no block of that name"; exit 1; }
tests 600 "$filters"
grep -qE '^Passed!' "$copy/test.log" || { grep -E '^  Failed |^No test' "$copy/test.log" | head -n 5; echo 'not without a defect'; exit 1; }

action=plant each "$@"
echo "$planted planted, $found found"
[ "$planted" -gt 0 ] && [ "$planted" -eq "$found" ]
