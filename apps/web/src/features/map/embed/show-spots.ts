import type { EmbeddedSpot } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { numberText } from '../../../lib/format.ts'
import { typeLabel } from '../../../ui/text/spot-type-label.ts'
import { buildElement, buildLink, buildSvg } from './build-element.ts'
import styles from './embed.module.css'
import type { Answer } from './embed-request.ts'
import type { Frame } from './frame.ts'

function buildSpotLink({ id, name }: EmbeddedSpot): HTMLAnchorElement {
  const link = buildLink(`/spots/${encodeURIComponent(id)}`, styles.link, buildElement('bdi', {}, name))
  link.setAttribute('aria-label', m.open_data_embed_new_tab({ name }))
  return link
}

function describe({ city, spot_type }: EmbeddedSpot): string {
  return [spot_type && typeLabel(spot_type), city].filter(Boolean).join(' · ')
}

/** Fills the list of spots, which replaces the map for people who use a keyboard or a screen reader. */
export function fillList({ list, summary, items }: Frame, spots: readonly EmbeddedSpot[]): void {
  list.hidden = spots.length === 0
  if (list.hidden) list.open = false
  summary.textContent = m.open_data_embed_count({ count: spots.length, shown: numberText(spots.length) })
  items.replaceChildren(
    ...spots.map((spot) =>
      buildElement('li', {}, buildSpotLink(spot), buildElement('small', {}, describe(spot))),
    ),
  )
}

/** Shows a spot's card, or hides it. */
export function fillCard({ card }: Frame, spot: EmbeddedSpot | null, onClose: () => void): void {
  card.hidden = spot === null
  if (!spot) return card.replaceChildren()
  const icon = buildSvg(
    'svg',
    { viewBox: '0 0 20 20', width: '18', height: '18', 'aria-hidden': 'true' },
    buildSvg('path', { d: 'm5 5 10 10M15 5 5 15', stroke: 'currentColor', 'stroke-width': '2' }),
  )
  const close = buildElement('button', { type: 'button', className: styles.close ?? '' }, icon)
  close.setAttribute('aria-label', m.shell_close())
  close.addEventListener('click', onClose)
  const link = buildSpotLink(spot)
  card.replaceChildren(
    buildElement('p', { className: styles.about ?? '' }, link, buildElement('small', {}, describe(spot))),
    close,
  )
  link.focus({ preventScroll: true })
}

const PROBLEMS = {
  invalid: m.open_data_embed_invalid,
  missing: m.open_data_embed_missing,
} as const

/** The notice for a response; null if there's nothing to say. `again` means that another request may help. */
export function describeAnswer(answer: Answer, isOnline: boolean): { text: string; again: boolean } | null {
  if (answer === 'failed')
    return { text: isOnline ? m.open_data_embed_failed() : m.open_data_embed_offline(), again: true }
  if (typeof answer === 'string') return { text: PROBLEMS[answer](), again: false }
  const { items, is_capped } = answer
  if (is_capped) return { text: m.open_data_embed_capped({ count: numberText(items.length) }), again: false }
  return items.length === 0 ? { text: m.open_data_embed_empty(), again: false } : null
}

/** Shows a notice over the map, or hides it. */
export function fillStatus({ status }: Frame, text: string | null, onAgain?: () => void): void {
  status.hidden = text === null
  status.replaceChildren(text ?? '')
  if (!onAgain) return
  const again = buildElement('button', { type: 'button', className: styles.again ?? '' }, m.shell_retry())
  again.addEventListener('click', onAgain)
  status.append(again)
}
