type Options<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'dataset' | 'children'>
>

/** Creates an element with properties and children. Strings become text, never markup. */
export function buildElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: Options<Tag> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), options)
  element.append(...children)
  return element
}

/** Creates a link that opens a page in a new tab. The page doesn't learn which site embeds the map. */
export function buildLink(href: string, className: string | undefined, ...children: (Node | string)[]) {
  return buildElement(
    'a',
    { href, target: '_blank', rel: 'noopener noreferrer', className: className ?? '' },
    ...children,
  )
}

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an SVG element with attributes. */
export function buildSvg(tag: string, attributes: Record<string, string>, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
