import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { read } from './files.ts'

/** Checks the container files by reading them, because tests can't run a container engine. */

type Names = string[] | Record<string, unknown>
type Service = {
  image?: string
  build?: { dockerfile: string }
  command?: string[]
  secrets?: (string | { source: string })[]
  networks?: Names
  depends_on?: Names
  volumes?: string[]
  environment?: Record<string, string>
  security_opt?: string[]
  stop_grace_period?: string
}
type Compose = { services: Record<string, Service>; secrets?: Names; networks?: Names; volumes?: Names }

type Labels = Record<string, string>
type Named = { name: string }
type Probe = {
  httpGet?: { path: string; port: string }
  tcpSocket?: { path?: string; port: string }
  exec?: { command: string[] }
}
type Container = {
  image: string
  command?: string[]
  args: string[]
  env?: Named[]
  ports?: (Named & { containerPort: number })[]
  volumeMounts: Named[]
  resources: unknown
  securityContext: unknown
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  lifecycle?: { preStop: { exec: { command: string[] } } }
}
type Pod = {
  containers: [Container]
  volumes: Named[]
  securityContext: unknown
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
}
type Template = { metadata: { labels: Labels }; spec: Pod }
type Workload<Kind> = {
  kind: Kind
  metadata: Named
  spec: { replicas?: number; selector: { matchLabels: Labels }; template: Template }
}
type CronJob = {
  kind: 'CronJob'
  metadata: Named
  spec: { jobTemplate: { spec: { template: Template } } }
}
type PolicyPeer = { podSelector?: { matchLabels: Labels } }
type KubernetesObject =
  | Workload<'Deployment'>
  | Workload<'StatefulSet'>
  | CronJob
  | { kind: 'PodDisruptionBudget'; metadata: Named; spec: { selector: { matchLabels: Labels } } }
  | { kind: 'Service'; metadata: Named; spec: { selector: Labels; ports: { targetPort: string }[] } }
  | {
      kind: 'Ingress'
      metadata: Named
      spec: { rules: { http: { paths: { backend: { service: Named } }[] } }[] }
    }
  | {
      kind: 'NetworkPolicy'
      metadata: Named
      spec: {
        podSelector: { matchLabels?: Labels; matchExpressions?: { values: string[] }[] }
        policyTypes: string[]
        ingress?: { ports: { port: string }[] }[]
        egress?: { to: PolicyPeer[]; ports: { port: number }[] }[]
      }
    }
  | {
      kind: 'HorizontalPodAutoscaler'
      metadata: Named
      spec: { scaleTargetRef: Named; minReplicas: number; maxReplicas: number }
    }

const settings = new Set(
  [...read('.env.example').matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
)
/** Settings of programs other than Nollie. */
const OF_OTHERS = [
  'NOLLIE_HOST',
  'NOLLIE_UPSTREAM',
  'NOLLIE_INSIDE',
  'NODE_EXTRA_CA_CERTS',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PRIMARY',
  'NATS_ROUTES',
]
// With the suffix `_FILE`, the value is read from a file.
function isSetting(name: string) {
  return settings.has(name) || settings.has(name.replace(/_FILE$/, ''))
}

function unknown(names: string[]) {
  return names.filter((name) => !isSetting(name) && !OF_OTHERS.includes(name))
}

const program = read('deploy/fleet-program.sh')
const programs = [...program.matchAll(/^ {2}([a-z0-9*-]+)\)/gm)].flatMap(([, name = '']) =>
  name === 'database-*' ? ['database-a', 'database-b'] : [name],
)
const ROLES = ['web', 'worker', 'all']
const SHUTDOWN_SECONDS = 18

const composed = ['compose.yml', 'compose.fleet.yml'].map((name) => {
  const file: Compose = parse(read(`deploy/${name}`), { merge: true })
  return [name, file] as const
})

function listed(value: Names | undefined): string[] {
  return Array.isArray(value) ? value : Object.keys(value ?? {})
}

function isPinned(image: string) {
  return /:\d+\.\d+[\w.-]*(?:@sha256:[\da-f]{64})?$/.test(image)
}

describe.each(composed)('%s', (_name, file) => {
  const services = Object.entries(file.services)

  test('every service has a pinned or locally built image, and everything it names exists', () => {
    for (const [name, service] of services) {
      const image = service.build ? read(service.build.dockerfile) : ''
      const base = /^(?:ARG BASE=|FROM )(\S+)/m.exec(image)?.[1]
      expect(isPinned(base ?? service.image ?? ''), `the image of ${name}`).toBe(true)
      for (const secret of service.secrets ?? [])
        expect(listed(file.secrets), name).toContain(typeof secret === 'string' ? secret : secret.source)
      for (const network of listed(service.networks)) expect(listed(file.networks), name).toContain(network)
      for (const other of listed(service.depends_on)) expect(Object.keys(file.services)).toContain(other)
      for (const volume of service.volumes ?? [])
        if (!volume.startsWith('.')) expect(listed(file.volumes), name).toContain(volume.split(':')[0])
      expect(unknown(Object.keys(service.environment ?? {})), name).toEqual([])
    }
  })

  test('locally built services have no privileges, write only to volumes, and have time to stop', () => {
    for (const [name, service] of services.filter(([, { build }]) => build)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.security_opt, name).toContain('no-new-privileges:true')
      if (service.image !== 'nollie') expect(programs, name).toContain(service.command?.[0])
      else expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(SHUTDOWN_SECONDS)
    }
  })
})

test('the container fleet has the same services as the single-machine fleet', () => {
  const services = composed[1]?.[1].services ?? {}
  const names = /^PROGRAMS='(.*)'/m.exec(read('deploy/fleet.sh'))?.[1]?.split(' ') ?? []
  // Emails are sent through the operator's mail server.
  expect(Object.keys(services)).toEqual(expect.arrayContaining(names.filter((name) => name !== 'mail')))
  for (const name of names.filter((one) => /^(web|worker)-/.test(one)))
    expect(services[name]?.command).toEqual(['--role', name.slice(0, -2)])
})

const objects = readdirSync('deploy/kubernetes')
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(read(`deploy/kubernetes/${name}`)))
  .map((document): KubernetesObject => document.toJS())

function ofKind<K extends KubernetesObject['kind']>(kind: K) {
  return objects.filter((one): one is Extract<KubernetesObject, { kind: K }> => one.kind === kind)
}

const workloads = [...ofKind('Deployment'), ...ofKind('StatefulSet')]
const templates = [
  ...workloads.map(({ metadata, spec }) => [metadata.name, spec.template] as const),
  ...ofKind('CronJob').map(({ metadata, spec }) => [metadata.name, spec.jobTemplate.spec.template] as const),
]

function selects(labels: Labels | undefined, { metadata }: Template) {
  return Object.entries(labels ?? {}).every(([name, value]) => metadata.labels[name] === value)
}

describe.each(templates)('Kubernetes: pods of %s', (_name, { spec: pod }) => {
  const [container] = pod.containers

  test('run without privileges and with a read-only disk, within processor and memory limits', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const both = { cpu: expect.any(String), memory: expect.any(String) }
    expect(container.resources).toEqual({ requests: both, limits: both })
    expect(isPinned(container.image)).toBe(true)
    const mounted = container.volumeMounts.map((mount) => mount.name)
    expect(mounted).toEqual(pod.volumes.map((volume) => volume.name))
  })

  test('have existing settings, secrets as files, and a role, a program or a command of the repository', () => {
    const given = (container.env ?? []).map((one) => one.name)
    expect(unknown(given)).toEqual([])
    expect(JSON.stringify(container.env ?? [])).not.toContain('secretKeyRef')
    const [first = '', role] = container.args
    if (first === '--role') expect(ROLES).toContain(role)
    else if (container.command) expect(existsSync(/\S+\/main\.ts/.exec(first)?.[0] ?? '')).toBe(true)
    else expect(programs).toContain(first)
  })
})

const named = workloads.map((one) => [one.metadata.name, one] as const)
describe.each(named)('Kubernetes: %s', (name, { spec }) => {
  const pod = spec.template.spec
  const [container] = pod.containers
  const ports = container.ports?.map((port) => port.name)

  test('its probes use existing addresses, ports and commands', () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const asked = container[probe]?.httpGet ?? container[probe]?.tcpSocket
      if (asked) expect(ports).toContain(asked.port)
      if (asked?.path?.startsWith('/api'))
        expect(read('packages/contract/src/system/system.ts')).toContain(asked.path)
      const [path, argument] = container[probe]?.exec?.command ?? []
      if (path) {
        expect(path).toBe('/fleet/fleet-program.sh')
        expect(programs).toContain(argument)
      }
    }
    expect(container.readinessProbe).toBeDefined()
    expect(container.livenessProbe).toBeDefined()
  })

  test('has at least two pods, which stop in order and not at the same time', () => {
    const scaler = ofKind('HorizontalPodAutoscaler').find((one) => one.spec.scaleTargetRef.name === name)
    // A fixed number would undo the autoscaler's changes whenever the file is applied.
    if (scaler) expect(spec.replicas).toBeUndefined()
    expect(scaler?.spec.minReplicas ?? spec.replicas).toBeGreaterThanOrEqual(2)
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    const pause = Number(container.lifecycle?.preStop.exec.command[1] ?? 0)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(SHUTDOWN_SECONDS + pause)
    const budgets = ofKind('PodDisruptionBudget').filter((one) =>
      selects(one.spec.selector.matchLabels, spec.template),
    )
    expect(budgets.map((one) => one.metadata.name)).toEqual([name])
  })
})

test('Kubernetes: web servers and workers are scaled, and PgBouncer is ready only with a primary', () => {
  expect(ofKind('HorizontalPodAutoscaler').map((one) => one.spec.scaleTargetRef.name)).toEqual([
    'web',
    'worker',
  ])
  const pooler = workloads.find((one) => one.metadata.name === 'pgbouncer')?.spec.template.spec.containers[0]
  expect(pooler?.readinessProbe?.exec?.command.at(-1)).toBe('check-pgbouncer')
  expect(read('deploy/fleet-settings.sh')).toContain('select not pg_is_in_recovery()')
})

test('Kubernetes: services, ingress and network policies name existing pods and ports', () => {
  const listPorts = (labels: Labels | undefined) =>
    templates
      .filter(([, one]) => selects(labels, one))
      .flatMap(([, one]) => one.spec.containers[0].ports ?? [])
  const listNames = (labels: Labels | undefined) => listPorts(labels).map((port) => port.name)
  const services = ofKind('Service')
  for (const { spec } of services)
    for (const port of spec.ports) expect(listNames(spec.selector)).toContain(port.targetPort)
  const backend = ofKind('Ingress')[0]?.spec.rules[0]?.http.paths[0]?.backend.service
  expect(services.map((one) => one.metadata.name)).toContain(backend?.name)
  const apps = new Set(templates.map(([, { metadata }]) => metadata.labels.app))
  for (const { metadata, spec } of ofKind('NetworkPolicy')) {
    for (const { ports } of spec.ingress ?? [])
      for (const { port } of ports) expect(listNames(spec.podSelector.matchLabels)).toContain(port)
    for (const { to, ports } of spec.egress ?? [])
      for (const { podSelector } of to)
        if (apps.has(podSelector?.matchLabels.app))
          for (const { port } of ports)
            expect(listPorts(podSelector?.matchLabels).map((one) => one.containerPort)).toContain(port)
    // This policy blocks all traffic of every pod in both directions; the other policies allow connections.
    if (metadata.name !== 'nobody') continue
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(new Set(spec.podSelector.matchExpressions?.[0]?.values)).toEqual(apps)
  }
  const { resources }: { resources: string[] } = parse(read('deploy/kubernetes/kustomization.yaml'))
  const files = readdirSync('deploy/kubernetes').filter((name) => name.endsWith('.yaml'))
  expect(new Set([...resources, 'kustomization.yaml'])).toEqual(new Set(files))
})

test('Kubernetes: images of Nollie have the tag of this version', () => {
  const { version } = JSON.parse(read('package.json'))
  const texts = readdirSync('deploy/kubernetes')
    .filter((name) => /\.(yaml|md)$/.test(name))
    .map((name) => read(`deploy/kubernetes/${name}`))
  const tags = texts.flatMap(
    (text) => text.match(/(?<=\bnollie(?:-programs)?(?::|, newTag: ))\d+\.\d+\.\d+/g) ?? [],
  )
  expect(tags.length).toBeGreaterThan(5)
  expect(new Set(tags)).toEqual(new Set([version]))
})

function has(name: string, ...args: string[]) {
  return spawnSync(name, args).error === undefined
}

const SLOW = { timeout: 300_000 }
const PATH = `${process.env.PATH}:/usr/sbin`

test.skipIf(!has('kubectl', 'version', '--client'))(
  'Kubernetes: kubectl builds it (skipped without kubectl)',
  () => {
    const built = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes'], { encoding: 'utf8' })
    expect(parseAllDocuments(built).length).toBe(objects.length)
    expect(built).toContain('image: registry.example/nollie:')
    expect(
      execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/prometheus'], { encoding: 'utf8' }),
    ).toContain('kind: ServiceMonitor')
  },
)

describe('the settings that containers write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-deploy-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const secrets = join(folder, 'secrets')
  const written = join(folder, 'settings')
  const readText = (path: string) => readFileSync(path, 'utf8')
  execFileSync('deploy/fleet-secrets.sh', [secrets, 'nollie.example'])
  execFileSync('deploy/fleet-program.sh', ['settings', written], {
    env: { ...process.env, SECRETS: secrets },
  })

  test("have all of Nollie's settings, with existing names", () => {
    const text = readText(join(secrets, 'nollie.env'))
    expect(unknown([...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name))).toEqual([])
    expect(readdirSync(written).toSorted()).toEqual(
      ['database-a.yml', 'database-b.yml', 'haproxy.cfg', 'pgbouncer.ini', 'pgbouncer.users'].toSorted(),
    )
    const { postgresql } = parse(readText(join(written, 'database-a.yml')))
    expect(postgresql.connect_address).toBe('database-a:5432')
    expect(postgresql.authentication.superuser.password).toBe(readText(join(secrets, 'postgres')))
  })

  test.skipIf(!has('/usr/sbin/haproxy', '-v'))('are accepted by HAProxy (skipped without it)', SLOW, () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(written, 'haproxy.cfg')], {
      encoding: 'utf8',
      env: { ...process.env, PATH },
    })
    expect(status, stderr).toBe(0)
  })

  test("ask Patroni only for its status, because its log fills up if a check doesn't read the whole answer", () => {
    const checks = readText(join(written, 'haproxy.cfg')).match(
      /(?<=option httpchk )\S+ \/(?:primary|replica)$/gm,
    )
    expect(checks).toEqual(['OPTIONS /primary', 'OPTIONS /replica'])
  })

  test('let PgBouncer find the new primary within a second', () => {
    expect(
      Number(/^server_login_retry = (.+)$/m.exec(readText(join(written, 'pgbouncer.ini')))?.[1]),
    ).toBeLessThan(1)
  })

  // Patroni's check also resolves host names, and reports some settings that Patroni accepts.
  const NOT_HERE = /not known|name resolution|bootstrap\.pg_hba|unix_socket_directories|must not contain|^$/
  test.skipIf(!has('patroni', '--version'))('are accepted by Patroni (skipped without it)', SLOW, () => {
    const { stdout, stderr } = spawnSync('patroni', ['--validate-config', join(written, 'database-a.yml')], {
      encoding: 'utf8',
    })
    expect((stdout + stderr).split('\n').filter((line) => !NOT_HERE.test(line))).toEqual([])
  })
})
