import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element of an XML document, with names without prefixes. `text` is what the element itself contains. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

const MAX_DEPTH = 100

function toElement({ local, attributes }: SaxesTagNS): XmlElement {
  const named = Object.values(attributes).map((one) => [one.local, one.value] as const)
  return { name: local, attributes: Object.fromEntries(named), text: '', children: [] }
}

/**
 * Parses a small XML document, such as an organization's metadata, and returns its root. For large files, see the
 * import's streaming reader.
 * @throws Error if it isn't well-formed, has a DOCTYPE or undefined entities, or is nested deeper than 100
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const document: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [document]
  const addText = (part: string) => {
    const inner = open.at(-1)
    if (inner) inner.text += part
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a DOCTYPE is not supported')
  })
  parser.on('opentag', (tag) => {
    if (open.length > MAX_DEPTH) throw new Error(`elements are nested deeper than ${MAX_DEPTH}`)
    const element = toElement(tag)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  const [root] = document.children
  if (!root) throw new Error('the document is empty')
  return root
}

/** Lists an element's children with a name. */
export function listChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** Finds an element's only child with a name; undefined if there is none, or more than one. */
export function findOnlyChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  const [first, ...others] = listChildren(element, name)
  return others.length === 0 ? first : undefined
}
