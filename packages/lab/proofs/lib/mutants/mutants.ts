import { parseAst } from 'rolldown/parseAst'

/** A program with one part removed. */
export type Mutant = Readonly<{
  kind: 'check' | 'condition' | 'clean-up'
  line: number
  /** The removed code, in one line. */
  what: string
  mutated: string
}>

type Node = { type: string; start: number; end: number } & Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function listChildren(node: Node): Node[] {
  return Object.values(node).flatMap((value) => [value].flat().filter(isNode))
}

const CLEAN_UP =
  /^(?:delete|remove|clear|end|close|release|revoke|destroy|cancel|forget|drop|stop|take(?:Back|Down)|withdraw)/
const CONDITIONS = new Set(['where', 'whereRef', 'having', 'on', 'onRef'])

/** Returns the name of a call's function, which is its last member. */
function calledName(node: Node | undefined): string {
  if (!node) return ''
  if (node.type === 'AwaitExpression' || node.type === 'UnaryExpression')
    return calledName(node.argument as Node)
  if (node.type !== 'CallExpression') return ''
  const callee = node.callee as Node
  const named = callee.type === 'MemberExpression' ? (callee.property as Node) : callee
  const name = String(named.name ?? '')
  // The beginning of a query builder's statement names its action.
  return name === 'execute' && callee.type === 'MemberExpression'
    ? findBeginning(callee.object as Node)
    : name
}

function findBeginning(node: Node): string {
  for (let at: Node | undefined = node; at?.type === 'CallExpression'; ) {
    const callee = at.callee as Node
    if (callee.type !== 'MemberExpression') break
    const name = String((callee.property as Node).name ?? '')
    if (CLEAN_UP.test(name)) return name
    at = callee.object as Node
  }
  return ''
}

// A branch that only exits is a check.
function leaves(node: Node): boolean {
  if (node.type === 'BlockStatement') return leavesAtEnd(node.body as Node[])
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'].includes(node.type)
}

function leavesAtEnd(body: readonly Node[]): boolean {
  const last = body.at(-1)
  return last !== undefined && leaves(last)
}

type Cut = { kind: Mutant['kind']; start: number; end: number; by: string; shown: Node }

function findCuts(node: Node): Cut[] {
  const { start, end } = node
  if (node.type === 'IfStatement' && !node.alternate)
    return leaves(node.consequent as Node)
      ? [{ kind: 'check', start, end, by: ';', shown: node }]
      : [{ kind: 'condition', ...span(node.test as Node), by: 'true', shown: node.test as Node }]
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [node.left as Node, node.right as Node]
    return [
      { kind: 'condition', start, end: right.start, by: '', shown: left },
      { kind: 'condition', start: left.end, end, by: '', shown: right },
    ]
  }
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node
    const name = callee.type === 'MemberExpression' ? String((callee.property as Node).name ?? '') : ''
    const object = callee.object as Node | undefined
    return object && CONDITIONS.has(name) && object.type === 'CallExpression'
      ? [{ kind: 'condition', start: object.end, end, by: '', shown: node }]
      : []
  }
  if (node.type === 'ExpressionStatement' && CLEAN_UP.test(calledName(node.expression as Node)))
    return [{ kind: 'clean-up', start, end, by: ';', shown: node }]
  return []
}

function span({ start, end }: Node) {
  return { start, end }
}

/** Builds all variants of a program that each lack one check, condition, or cleanup. */
export function buildMutants(source: string): Mutant[] {
  const mutants: Mutant[] = []
  const visit = (node: Node): void => {
    for (const { kind, start, end, by, shown } of findCuts(node)) {
      mutants.push({
        kind,
        line: source.slice(0, start).split('\n').length,
        what: source.slice(shown.start, shown.end).replaceAll(/\s+/g, ' ').slice(0, 120),
        mutated: source.slice(0, start) + by + source.slice(end),
      })
    }
    // Types have no effect at run time.
    for (const child of listChildren(node)) if (!child.type.startsWith('TS')) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return mutants
}
