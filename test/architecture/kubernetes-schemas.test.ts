import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { read, ROOT } from './files.ts'

/**
 * Validates the Kubernetes files against the API's schemas: values with the validators of `kubernetes-models` and
 * `@kubernetes-models/prometheus-operator`, and names by their types, because the schemas allow unknown names.
 */

type Document = { apiVersion: string; kind: string }
type Model = new (document: Document) => { validate: () => void }

const FOLDER = 'deploy/kubernetes'
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
  .toSorted()

// Kubernetes uses YAML 1.1, which writes octal numbers differently.
function parseDocuments(text: string): Document[] {
  return parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS())
}

const documents = files.flatMap((name) =>
  parseDocuments(read(`${FOLDER}/${name}`)).map(
    (document, n) => [`${name}, document ${n + 1}`, document] as const,
  ),
)

function toModule({ apiVersion }: Document): string {
  return apiVersion.includes('coreos.com')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`
}

async function validateValues(document: Document): Promise<string> {
  try {
    const models = (await import(toModule(document))) as Record<string, Model>
    const Found = models[document.kind]
    if (!Found) return `no kind ${document.kind} in ${document.apiVersion}`
    new Found(document).validate()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.cache', 'kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles documents as typed constants; returns the errors by document index. */
function checkNames(checked: readonly Document[]): Map<number, string> {
  const paths = checked.map((document, n) => {
    const path = join(folder, `document-${n}.ts`)
    const type = `import('${toModule(document)}').I${document.kind}`
    writeFileSync(path, `export const document: ${type} = ${JSON.stringify(document, null, 1)}\n`)
    return path
  })
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--pretty',
    'false',
  ]
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...paths], { cwd: ROOT, encoding: 'utf8' })
    return new Map()
  } catch (error) {
    const { stdout } = error as { stdout: string }
    const lines = [...stdout.matchAll(/document-(\d+)\.ts.*error (.*)/g)]
    if (lines.length === 0) throw error
    return new Map(lines.map(([, n, text = '']) => [Number(n), text]))
  }
}

/** Returns a copy of a document with part of its text replaced. */
function plant(kind: string, from: string, to: string): Document {
  const [, document] =
    documents.find(([, one]) => one.kind === kind && JSON.stringify(one).includes(from)) ?? []
  expect(document, `${kind} with ${from}`).toBeDefined()
  return JSON.parse(JSON.stringify(document).replace(from, to))
}

test('Kubernetes: every document matches the API, and planted errors are found', async () => {
  for (const [name, document] of documents) expect(await validateValues(document), name).toBe('')
  const wrongValues = [
    plant('Deployment', '"containerPort":3000', '"containerPort":"3000"'),
    plant('Deployment', '"containers":', '"container":'),
    plant('CronJob', '"schedule":"17 3 * * *"', '"schedule":17'),
    plant('NetworkPolicy', '"policyTypes":["Ingress"]', '"policyTypes":"Ingress"'),
    plant('ServiceMonitor', '"endpoints":[', '"endpoint":['),
  ]
  for (const document of wrongValues) expect(await validateValues(document), document.kind).not.toBe('')
  const wrongNames = [
    plant('Deployment', '"livenessProbe"', '"livenesProbe"'),
    plant('StatefulSet', '"podManagementPolicy":"Parallel"', '"podManagementPolice":"Parallel"'),
    plant('HorizontalPodAutoscaler', '"minReplicas":2', '"minReplicas":"two"'),
    plant('PodDisruptionBudget', '"minAvailable"', '"minimum"'),
    plant('CronJob', '"concurrencyPolicy"', '"concurrency"'),
    plant('ServiceMonitor', '"interval"', '"intervall"'),
  ]
  const right = documents.map(([, document]) => document)
  const found = checkNames([...right, ...wrongNames])
  expect(
    [...found.keys()].toSorted((a, b) => a - b),
    [...found.values()].join('\n'),
  ).toEqual(wrongNames.map((_, n) => right.length + n))
})
