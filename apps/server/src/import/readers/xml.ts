import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from 'saxes'
import { StartRefused } from '../../platform/start-refused.ts'
import { MAX_ROW } from './row-limit.ts'

/** Maximum depth. A deeper document isn't a map, but an attempt to exhaust memory. */
const MAX_DEPTH = 200

/** The reader's position: the names of the surrounding elements, without prefixes. */
export type Path = readonly string[]

/** A format reader's handlers for elements and text. */
export type XmlVisitor = {
  open: (name: string, attributes: Record<string, string>, path: Path) => void
  /** Called for text or a CDATA section in the path's innermost element. */
  text: (text: string, path: Path) => void
  /** Called at the end of an element, which the path still includes. */
  close: (name: string, path: Path) => void
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readAttributes(tag: SaxesTagPlain): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tag.attributes as Record<string, string | SaxesAttributePlain>).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
}

/**
 * Reads XML in chunks. Never stores anything longer than a record. Refuses a DOCTYPE, and any entities that XML itself
 * doesn't define. Yields after each chunk, so that the visitor's results can be passed on.
 * @throws StartRefused if the XML isn't well-formed
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  { file, format }: { file: string; format: string },
  visitor: XmlVisitor,
): AsyncGenerator<void> {
  const refuse = (why: string) => new StartRefused(`${file} is not ${format}: ${why}`)
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: string[] = []
  let sinceEvent = 0
  parser.on('error', (error) => {
    throw refuse(error.message)
  })
  parser.on('doctype', () => {
    throw refuse('it has a DOCTYPE, which is not supported.')
  })
  parser.on('opentag', (tag) => {
    sinceEvent = 0
    path.push(localName(tag.name))
    if (path.length > MAX_DEPTH) throw refuse(`its elements are nested deeper than ${MAX_DEPTH}.`)
    visitor.open(path.at(-1) as string, readAttributes(tag), path)
  })
  const onText = (text: string) => {
    sinceEvent = 0
    visitor.text(text, path)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    sinceEvent = 0
    visitor.close(path.at(-1) as string, path)
    path.pop()
  })
  for await (const chunk of chunks) {
    sinceEvent += chunk.length
    parser.write(chunk)
    if (sinceEvent > MAX_ROW) throw refuse(`a part of it is longer than ${MAX_ROW} characters.`)
    yield
  }
  parser.close()
}
