#!/usr/bin/env bash
# Pins images by digest, because a tag can be moved to another image, but a digest can't.
#   deploy/pin-images.sh             asks the registries for the digests and writes them into the files; needs docker
#   deploy/pin-images.sh check       lists the images that have only a tag, and fails if there are any
# Applies to the base images of both container files, to the images in the compose files, and to your two images in
# kubernetes/kustomization.yaml, which must have been pushed. After changing a tag, remove its digest and run this again.
set -euo pipefail
cd "$(dirname "$0")"
FILES='Containerfile fleet.Containerfile compose.yml compose.fleet.yml'
KUBERNETES=kubernetes/kustomization.yaml

# Prints the unpinned images, each after its file and a tab. Locally built images have no tag.
print_unpinned() {
  # shellcheck disable=SC2086
  grep -HoE '^(ARG BASE=|FROM |[[:space:]]+image: )[^[:space:]]+' $FILES | sed -E 's/^([^:]+):(ARG BASE=|FROM |[[:space:]]+image: )/\1\t/' |
    grep -E $'\t''[^$@]+:[^@]+$' || true
  sed -nE 's/.*newName: ([^ ,}]+), newTag: ([^ ,}]+).*/\1:\2/p' $KUBERNETES | sed "s|^|$KUBERNETES\t|"
}

case ${1:-} in
  check)
    unpinned=$(print_unpinned | sort -u)
    [ -n "$unpinned" ] || { echo 'All images are pinned by digest.'; exit; }
    printf 'Not pinned by digest:\n%s\n' "$unpinned"
    exit 1 ;;
  '') ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "pin-images.sh"; exit 2 ;;
esac

failed=0
while IFS=$'\t' read -r file image; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}' < /dev/null) || digest=''
  if [[ ! $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
    echo "No digest for $image ($file)." >&2
    failed=1
  elif [ "$file" = $KUBERNETES ]; then
    sed -i "s|newName: ${image%:*}, newTag: ${image##*:}|newName: ${image%:*}, digest: $digest|" "$file"
  else sed -i -E "s#^(ARG BASE=|FROM |[[:space:]]+image: )${image//./\\.}( |\$)#\1$image@$digest\2#" "$file"; fi
done < <(print_unpinned | sort -u)
exit $failed
