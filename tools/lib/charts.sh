# shellcheck shell=bash disable=SC2154
# Fetches what draws the charts of reports. To be sourced after build.sh.

readonly echarts_version=6.1.0
readonly echarts_sha256=b66b25aeb4df84e33199dc21694014d336d222cbd9deb0e5a7c14bd6aa0d0fd0

# Where collsim looks for it by itself.
charts_folder() { echo "${XDG_CACHE_HOME:-${HOME:-}/.cache}/collsim/echarts-$echarts_version"; }

# report_wanted ARGS...: is --report among them?
report_wanted() {
  local argument
  for argument; do
    if [[ $argument == --report || $argument == --report=* ]]; then return 0; fi
  done
  return 1
}

# Takes Apache ECharts from its npm package, with its licence, unless it is there. Where that fails, collsim itself says
# what to do.
ensure_charts() {
  if [[ -n ${COLLSIM_ECHARTS:-} ]]; then return; fi
  local folder
  folder=$(charts_folder)
  if [[ -f $folder/dist/echarts.min.js ]]; then return; fi
  mkdir -p "$root/build" && : >>"$build_log"
  command -v npm >/dev/null || (ensure_packages npm) || return 0
  say "fetching Apache ECharts $echarts_version with npm, for reports"
  fetch_charts "$folder" || say "could not fetch it with npm: is there a network?"
}

# fetch_charts FOLDER: the folder is made last, so that it is whole or not there.
fetch_charts() {
  local work=$1.$$
  mkdir -p "$work" || return
  if (cd "$work" && npm pack --silent "echarts@$echarts_version" >/dev/null 2>&1 &&
    tar -xzf "echarts-$echarts_version.tgz" --strip-components=1 \
      package/dist/echarts.min.js package/LICENSE package/NOTICE &&
    sha256sum --quiet --check - <<<"$echarts_sha256  dist/echarts.min.js" >&2 &&
    rm "echarts-$echarts_version.tgz") && { mv -T "$work" "$1" 2>/dev/null || [[ -d $1 ]]; }; then
    rm -rf "$work"
    return 0
  fi
  rm -rf "$work"
  return 1
}
