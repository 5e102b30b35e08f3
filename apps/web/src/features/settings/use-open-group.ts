import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { go } from '../../lib/navigation.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { looks } from '../../ui/looks.ts'
import { findGroup, type Group } from './settings-groups.ts'

const PATH = '/settings'
/** The screen width (px) from which all groups are shown on one page. */
const TABLET_PX = 640

/** The history entry's state if a group was opened from the list. */
export const FROM_LIST = { isFromList: true }

/** Returns the ID of the link that opens a group. */
export function buildLinkId(group: Group): string {
  return `open-${group.id}`
}

/** Whether to show one group at a time. Rotating a phone doesn't change this, because that would close open forms. */
export function usePhone(): boolean {
  const isNarrow = useMediaQuery(`(width < ${TABLET_PX}px)`)
  return isNarrow || Math.min(window.screen.width, window.screen.height) < TABLET_PX
}

/** Returns the URL's hash. Ignores hashes that don't name a section, such as the skip link's. */
function useAnchor(): string {
  const anchor = useRouterState({
    // While another screen is loading, `location` is already that screen's URL.
    select: ({ location, resolvedLocation }) =>
      (location.pathname === PATH ? location : resolvedLocation)?.hash ?? '',
  })
  const [known, setKnown] = useState(anchor)
  const isKnown = anchor === '' || findGroup(anchor) !== null
  if (isKnown && anchor !== known) setKnown(anchor)
  return isKnown ? anchor : known
}

function findHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>(`h1.${looks.headerTitle}`)
  heading?.setAttribute('tabindex', '-1')
  return heading
}

/**
 * Returns the group that a phone shows, or null for the list. When it changes, moves focus so that screen readers
 * announce the change: to the section in the URL, the heading, or the link that opened the group.
 */
export function useOpenGroup(isPhone: boolean): Group | null {
  const anchor = useAnchor()
  const group = findGroup(anchor)
  const before = useRef(group)
  useEffect(() => {
    const left = before.current
    before.current = group
    if (left === group || !isPhone) return
    const link = left && !group ? document.getElementById(buildLinkId(left)) : null
    const section = group && group.id !== anchor ? document.getElementById(anchor) : null
    const next = link ?? section ?? findHeading()
    next?.focus({ preventScroll: true })
  }, [group, anchor, isPhone])
  return isPhone ? group : null
}

/** Returns a function that closes a group and shows the list. If the list was the previous screen, goes back to it. */
export function useCloseGroup(): () => void {
  const { history } = useRouter()
  return () => {
    const { isFromList } = history.location.state as { isFromList?: boolean }
    if (isFromList) history.back()
    else go(PATH, { replace: true })
  }
}
