import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { go, preload } from '../lib/navigation.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  ref?: Ref<HTMLAnchorElement>
  href: string
  replace?: boolean
  /** State for the history entry, e.g. which form to show first. */
  state?: object
}

function opensElsewhere(event: MouseEvent) {
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
}

/** A link within the site: an `<a>` that navigates without a page load. */
export function AppLink({ href, replace = false, state, onClick, children, ...rest }: Props) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (opensElsewhere(event)) return
    event.preventDefault()
    go(href, { replace, state })
  }
  const hint = () => preload(href)
  return (
    <a href={href} onClick={open} onPointerEnter={hint} onFocus={hint} {...rest}>
      {children}
    </a>
  )
}
