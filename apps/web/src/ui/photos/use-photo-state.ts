import { useEffect, useRef, useState } from 'react'

type Props = {
  base: string | null
  url: string | null | undefined
  thumbhash: string | null | undefined
  eager: boolean
}

/** Tracks whether a photo has loaded, and provides a blurred placeholder. Use `attach` as the ref of its `<img>`. */
export function usePhotoState({ base, url, thumbhash, eager }: Props) {
  const [state, setState] = useState<'coming' | 'there' | 'broken'>('coming')
  const [blur, setBlur] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => setState('coming'), [base, url])
  useEffect(() => {
    // Broken photos are hidden, so the console is the only trace (C-39).
    if (state === 'broken') console.warn('A photo could not be shown.')
  }, [state])
  useEffect(() => {
    setBlur(null)
    // A photo that has already loaded, e.g. because the page preloaded it, needs no placeholder.
    if (!thumbhash || image.current?.complete) return
    let isLeft = false
    import('../../lib/media/thumbhash.ts').then(
      ({ toThumbhashUrl }) => isLeft || setBlur(toThumbhashUrl(thumbhash)),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [thumbhash])
  return {
    state,
    blur,
    attach: (img: HTMLImageElement | null) => {
      image.current = img
      if (!img?.complete) return
      if (img.naturalWidth > 0) setState('there')
      // The photo failed to load before React attached its listeners, so the error event was lost.
      else if (eager && img.currentSrc) setState('broken')
    },
    onLoad: () => setState('there'),
    onError: () => setState('broken'),
  }
}
