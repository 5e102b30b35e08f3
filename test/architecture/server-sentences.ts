import { parseAst } from 'rolldown/parseAst'

type Node = { type: string; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** A text that people read: it begins with a capital letter and has several parts, or is a label of one. */
const SENTENCE = /^\p{Lu}[\p{L}’-]*,? |^Continue$/u

const partsOf = (node: Node): string[] => {
  const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] }
  return quasis.map(({ value }) => value.cooked)
}

const found = (node: Node): { sentences: string[]; untagged: string[] } => {
  const inside = childrenOf(node).map(found)
  const own = { sentences: [] as string[], untagged: [] as string[] }
  if (/^(?:Import|Export)\w*Declaration$/.test(node.type) && node.type !== 'ExportNamedDeclaration')
    return own
  if (node.type === 'TaggedTemplateExpression') {
    const quasi = node.quasi as Node
    const english = partsOf(quasi).reduce((text, part, at) => `${text}{${at - 1}}${part}`)
    if (/\p{L}/u.test(english.replace(/\{\d+\}/g, ''))) own.sentences.push(english)
    const values = (quasi.expressions as Node[]).map(found)
    return {
      sentences: [...own.sentences, ...values.flatMap(({ sentences }) => sentences)],
      untagged: values.flatMap(({ untagged }) => untagged),
    }
  }
  if (node.type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value))
    own.sentences.push(node.value)
  if (node.type === 'TemplateLiteral' && SENTENCE.test(partsOf(node).join('x')))
    own.untagged.push(partsOf(node).join('…'))
  return {
    sentences: [...own.sentences, ...inside.flatMap(({ sentences }) => sentences)],
    untagged: [...own.untagged, ...inside.flatMap(({ untagged }) => untagged)],
  }
}

/** The sentences of a file, as catalogues name them, and those with values that no `say` marks. */
export const sentencesOf = (source: string): { sentences: string[]; untagged: string[] } => {
  const { sentences, untagged } = found(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return { sentences: [...new Set(sentences)], untagged }
}
