# shellcheck shell=bash disable=SC2154
# The checks that .ci/run and tools/full_check are made of, one function each. To be sourced after build.sh.

# shellcheck disable=SC2016  # what stands in single quotes is for another shell

readonly check_packages=(git clang-format clang-tidy ca-certificates)

prepare_checks() {
  mkdir -p "$root/build"
  ensure_packages "${check_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
}

sources() { git -C "$root" ls-files -co --exclude-standard -- '*.cpp' '*.h' | sort -u; }

# The tests as the README runs them, but warnings are errors.
check_tests() { COLLSIM_CMAKE_ARGS=-DCOLLSIM_WERROR=ON "$root/tools/test" | tee "$root/build/test.log"; }

# The tests under the address and undefined-behaviour sanitizers. Arguments go to ctest. This build compiles each file by
# itself, unlike that of the launchers, so that an include that a file lacks shows here.
check_sanitizers() {
  local dir=$root/build/sanitize
  configure "$dir" -DCOLLSIM_BUILD_TESTS=ON -DCOLLSIM_SANITIZE=address,undefined -DCMAKE_CXX_FLAGS_RELEASE=-O1 >/dev/null
  cmake --build "$dir" -j "$(jobs_that_fit)"
  ctest --test-dir "$dir" --output-on-failure -j "$(nproc)" "$@"
}

# Reports in a headless browser.
check_reports() {
  (ensure_packages chromium python3) || skip "no chromium" || return
  source "$root/tools/lib/charts.sh"
  ensure_charts
  [[ -n ${COLLSIM_ECHARTS:-} || -d $(charts_folder) ]] || skip "no npm, or no network for it" || return
  "$root/tests/report/check_pages" "$build_dir/collsim"
}

check_layers() {
  "$root/tools/check_layers" --self-test
  "$root/tools/check_layers"
}

check_format() {
  (cd "$root" && sources | xargs -r -d '\n' clang-format --dry-run -Werror)
}

# check_tidy all|changed: clang-tidy over the translation units; with `changed`, when there are many, only over those
# that differ from the branch's start (or, on the main branch, from the commit before) or whose header does.
check_tidy() {
  local dir=$root/build/tidy files base
  # The table of speeds and the comparison with SimGrid belong to the benchmarks' build, with what that one finds.
  files=$(sources | grep '\.cpp$' | grep -v '^tests/bench/[^/]*/')
  if [[ $1 == changed && $(wc -l <<<"$files") -gt 100 ]] && base=$(branch_start); then
    files=$(git -C "$root" diff --name-only --diff-filter=d "$base" -- '*.cpp' '*.h' | sed 's/\.h$/.cpp/' | sort -u |
      comm -12 - <(echo "$files"))
  fi
  configure "$dir" -DCOLLSIM_BUILD_TESTS=ON >/dev/null
  cmake --build "$dir" --target collsim_version >/dev/null
  echo "$(grep -c . <<<"$files" || true) files"
  (cd "$root" && { grep . <<<"$files" || true; } | xargs -r -d '\n' -n 1 -P "$(nproc)" clang-tidy -p "$dir" --quiet 2>&1) |
    { grep -v 'warnings\? generated\.$' || true; }
}

branch_start() {
  local base
  base=$(git -C "$root" merge-base HEAD origin/HEAD 2>/dev/null) || base=
  if [[ -z $base || $base == $(git -C "$root" rev-parse HEAD) ]]; then
    base=$(git -C "$root" rev-parse --verify -q HEAD~1) || return 1
  fi
  echo "$base"
}

# check_fresh_root SUITE [tests]: both commands of the README, or the first alone, in a minimal root of that Debian that
# has nothing installed, on a copy of the checkout without git.
check_fresh_root() {
  local work copy
  work=$(mktemp -d)
  copy=$work/root/opt/collsim
  # The mount of /proc ends with its namespace, so that nothing of this machine hangs below what is deleted here.
  # shellcheck disable=SC2064
  trap "rm -rf --one-file-system '$work'" EXIT
  make_root "$1" "$work/root" || return
  cp -a "$work/root" "$work/clean"
  (cd "$root" && git ls-files -co --exclude-standard -z | tar --null -T - -c --ignore-failed-read) |
    tar -x -C "$copy" --no-same-owner
  enter_root "$work/root" 'time tools/collsim run scenarios/quickstart.yaml >first.out'
  cat "$copy/first.out"
  echo "Again, without a network, from another folder and through a link:"
  enter_root "$work/root" --offline 'ln -s "$PWD/tools/collsim" /usr/local/bin/collsim && cd scenarios &&
    time collsim run quickstart.yaml >../second.out 2>../second.err'
  # All but the first line, which names the file as it was given.
  cmp <(tail -n +2 "$copy/first.out") <(tail -n +2 "$copy/second.out")
  test ! -s "$copy/second.err"
  check_packages "$work"
  if [[ ${2:-} == tests ]]; then enter_root "$work/root" 'time tools/test'; fi
}

# check_packages FOLDER: in its `root`, where collsim has run, makes the Debian packages and builds the example on top of
# the installed library; in its `clean`, where nothing is, installs the program's alone and has it run.
check_packages() {
  local copy=$1/root/opt/collsim
  enter_root "$1/root" 'time tools/package'
  cp "$copy"/build/packages/collsim_*.deb "$1/clean/opt/collsim"
  enter_root "$1/clean" 'export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update && apt-get -qq install -y --no-install-recommends ./collsim_*.deb >install.log 2>&1 ||
      { cat install.log; exit 1; }'
  enter_root "$1/clean" --offline 'collsim run /usr/share/collsim/scenarios/quickstart.yaml >packaged.out'
  cmp <(tail -n +2 "$copy/first.out") <(tail -n +2 "$1/clean/opt/collsim/packaged.out")
  enter_root "$1/root" --offline 'dpkg -i build/packages/*.deb >/dev/null &&
    cmake -S tests/package -B build/example -G Ninja >/dev/null && cmake --build build/example &&
    build/example/collsim_example scenarios/quickstart.yaml'
}

# make_root SUITE FOLDER: status 77 where this machine cannot, after saying why.
make_root() {
  local mirror
  [[ $EUID -eq 0 ]] || skip "making a root takes root" || return
  (ensure_packages debootstrap) || skip "no debootstrap" || return
  # The main archive is the one whose code name has no suffix such as -security.
  mirror=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 !~ /-/ && !found++ { print $3 }')
  [[ -n $mirror ]] || skip "apt here knows no mirror of Debian" || return
  debootstrap --variant=minbase --include=ca-certificates "$1" "$2" "$mirror" >"$2.log" 2>&1 ||
    skip "debootstrap failed: $(tail -n 1 "$2.log")" || return
  mkdir -p "$2/opt/collsim"
  cp -L /etc/resolv.conf /etc/hosts "$2/etc/" 2>/dev/null || true
  apt-config dump | grep -i '^Acquire::https\?::Proxy' >"$2/etc/apt/apt.conf.d/90proxy" || true
}

# enter_root FOLDER [--offline] COMMAND: runs COMMAND there, in the copy of the checkout.
enter_root() {
  local folder=$1 spaces=(--mount)
  shift
  if [[ $1 == --offline ]]; then
    spaces+=(--net)
    shift
  fi
  unshare "${spaces[@]}" bash -c 'mount -t proc proc "$1/proc" && mount -t devpts devpts "$1/dev/pts" && exec chroot "$1" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    bash -c "set -euo pipefail; cd /opt/collsim; $2"' enter_root "$folder" "$1" </dev/null
}

# skip REASON: prints it and returns 77, which the summary counts apart.
skip() {
  echo "skipped: $*"
  return 77
}
