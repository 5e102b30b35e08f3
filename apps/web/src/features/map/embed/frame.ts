import { m } from '../../../i18n/messages.ts'
import { buildElement, buildLink, buildSvg } from './build-element.ts'
import styles from './embed.module.css'

/** The parts of the page. */
export type Frame = {
  map: HTMLElement
  /** The engine's box, the image tiles above it, and the pins above these. */
  engine: HTMLElement
  tiles: HTMLElement
  pins: HTMLElement
  status: HTMLElement
  credit: HTMLElement
  card: HTMLElement
  title: HTMLElement
  list: HTMLDetailsElement
  summary: HTMLElement
  items: HTMLElement
  /** The link to Nollie's own map. */
  open: HTMLAnchorElement
}

function buildZoomButton(label: string, path: string, onPress: () => void): HTMLButtonElement {
  const icon = buildSvg(
    'svg',
    { viewBox: '0 0 20 20', width: '20', height: '20', 'aria-hidden': 'true' },
    buildSvg('path', { d: path, stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round' }),
  )
  const button = buildElement('button', { type: 'button', className: styles.tool ?? '', title: label }, icon)
  button.setAttribute('aria-label', label)
  button.addEventListener('click', onPress)
  return button
}

function buildList(): Pick<Frame, 'list' | 'summary' | 'items'> {
  const summary = buildElement('summary', { className: styles.summary ?? '' })
  const items = buildElement('ul', { className: styles.items ?? '' })
  const list = buildElement('details', { className: styles.list ?? '', hidden: true }, summary, items)
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.open) return
    list.open = false
    summary.focus()
  })
  return { list, summary, items }
}

function buildMap(): Pick<Frame, 'map' | 'engine' | 'tiles' | 'pins'> {
  const layer = (className: string | undefined) => buildElement('div', { className: className ?? '' })
  const [engine, tiles, pins] = [layer(styles.engine), layer(styles.tiles), layer(styles.pins)]
  const map = buildElement('div', { className: styles.map ?? '', tabIndex: 0 }, engine, tiles, pins)
  map.setAttribute('role', 'region')
  map.setAttribute('aria-label', m.map_label())
  return { map, engine, tiles, pins }
}

/** Builds the page's parts inside `root`. */
export function buildFrame(root: HTMLElement, onZoom: (by: number) => void): Frame {
  const map = buildMap()
  const list = buildList()
  const status = buildElement('div', { className: styles.status ?? '', role: 'status', hidden: true })
  const credit = buildElement('p', { className: styles.credit ?? '' })
  const card = buildElement('div', { className: styles.card ?? '', hidden: true })
  const title = buildElement('h1', { className: 'sr-only' }, m.open_data_embed_title())
  const open = buildLink('/spots', styles.open, m.open_data_embed_open())
  const tools = buildElement(
    'div',
    { className: styles.tools ?? '' },
    buildZoomButton(m.map_zoom_in(), 'M10 4v12M4 10h12', () => onZoom(1)),
    buildZoomButton(m.map_zoom_out(), 'M4 10h12', () => onZoom(-1)),
  )
  const foot = buildElement('div', { className: styles.foot ?? '' }, card, credit)
  const stage = buildElement('div', { className: styles.stage ?? '' }, map.map, tools, status, foot)
  const bar = buildElement('footer', { className: styles.bar ?? '' }, list.list, title, open)
  root.className = styles.page ?? ''
  root.replaceChildren(stage, bar)
  return { ...map, ...list, status, credit, card, title, open }
}
