import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { read } from './files.ts'

/** Of the files for containers: what no engine here can try, read. */

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
type Probe = { httpGet?: { path: string; port: string }; tcpSocket?: { path?: string; port: string } }
type Container = {
  image: string
  args: string[]
  env?: Named[]
  ports: Named[]
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
type Deployment = {
  kind: 'Deployment'
  metadata: Named
  spec: {
    replicas: number
    selector: { matchLabels: Labels }
    template: { metadata: { labels: Labels }; spec: Pod }
  }
}
type KubernetesObject =
  | Deployment
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
      spec: { podSelector: { matchLabels?: Labels }; ingress?: { ports: { port: string }[] }[] }
    }

const settings = new Set(
  [...read('.env.example').matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
)
/** What is given to other programs than Nollie. */
const OF_OTHERS = [
  'NOLLIE_HOST',
  'NOLLIE_UPSTREAM',
  'NOLLIE_INSIDE',
  'NODE_EXTRA_CA_CERTS',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PRIMARY',
]
// A value may be in a file.
const isSetting = (name: string) => settings.has(name) || settings.has(name.replace(/_FILE$/, ''))
const unknown = (names: string[]) => names.filter((name) => !isSetting(name) && !OF_OTHERS.includes(name))

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
const listed = (value: Names | undefined): string[] =>
  Array.isArray(value) ? value : Object.keys(value ?? {})
const isPinned = (image: string) => /:\d+\.\d+[\w.-]*$/.test(image)

describe.each(composed)('%s', (_name, file) => {
  const services = Object.entries(file.services)

  test('every service has a pinned image or one that is built here, and what it names exists', () => {
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

  test('what is built here has no rights, no disk but its volumes, and time to end', () => {
    for (const [name, service] of services.filter(([, { build }]) => build)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.security_opt, name).toContain('no-new-privileges:true')
      if (service.image !== 'nollie') expect(programs, name).toContain(service.command?.[0])
      else expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(SHUTDOWN_SECONDS)
    }
  })
})

test('the fleet of containers has what the fleet of one machine has', () => {
  const services = composed[1]?.[1].services ?? {}
  const names = /^PROGRAMS='(.*)'/m.exec(read('deploy/fleet.sh'))?.[1]?.split(' ') ?? []
  // Mails leave by the operator's mail server.
  expect(Object.keys(services)).toEqual(expect.arrayContaining(names.filter((name) => name !== 'mail')))
  for (const name of names.filter((one) => /^(web|worker)-/.test(one)))
    expect(services[name]?.command).toEqual(['--role', name.slice(0, -2)])
})

const objects = readdirSync('deploy/kubernetes')
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(read(`deploy/kubernetes/${name}`)))
  .map((document): KubernetesObject => document.toJS())
const ofKind = <K extends KubernetesObject['kind']>(kind: K) =>
  objects.filter((one): one is Extract<KubernetesObject, { kind: K }> => one.kind === kind)
const deployments = ofKind('Deployment').map((one) => [one.metadata.name, one] as const)
const labelsOf = (deployment: Deployment) => deployment.spec.template.metadata.labels
const selects = (labels: Labels | undefined, deployment: Deployment) =>
  Object.entries(labels ?? {}).every(([name, value]) => labelsOf(deployment)[name] === value)

describe.each(deployments)('Kubernetes: %s', (name, deployment) => {
  const { spec } = deployment
  const pod = spec.template.spec
  const [container] = pod.containers
  const ports = container.ports.map((port) => port.name)

  test('runs as nobody special, over a disk that cannot be written, within limits', () => {
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
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    })
    expect(isPinned(container.image)).toBe(true)
    const mounted = container.volumeMounts.map((mount) => mount.name)
    expect(mounted).toEqual(pod.volumes.map((volume) => volume.name))
  })

  test('its probes ask addresses and ports that exist', () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const asked = container[probe]?.httpGet ?? container[probe]?.tcpSocket
      if (asked) expect(ports).toContain(asked.port)
      if (asked?.path?.startsWith('/api'))
        expect(read('packages/contract/src/system/system.ts')).toContain(asked.path)
    }
    expect(container.readinessProbe).toBeDefined()
    expect(container.livenessProbe).toBeDefined()
  })

  test('its settings exist, its secrets are files, and its argument is a role or a program', () => {
    const given = (container.env ?? []).map((one) => one.name)
    expect(unknown(given)).toEqual([])
    expect(JSON.stringify(container.env ?? [])).not.toContain('secretKeyRef')
    const [first, role] = container.args
    if (first === '--role') expect(ROLES).toContain(role)
    else expect(programs).toContain(first)
  })

  test('it ends in order, and not all at once', () => {
    expect(labelsOf(deployment)).toEqual(spec.selector.matchLabels)
    const pause = Number(container.lifecycle?.preStop.exec.command[1] ?? 0)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(SHUTDOWN_SECONDS + pause)
    if (spec.replicas < 2) return
    const budgets = ofKind('PodDisruptionBudget').filter((one) =>
      selects(one.spec.selector.matchLabels, deployment),
    )
    expect(budgets.map((one) => one.metadata.name)).toEqual([name])
  })
})

test('Kubernetes: services, the way in and the rules of the network name pods and ports that exist', () => {
  const portsOf = (labels: Labels | undefined) =>
    deployments
      .filter(([, one]) => selects(labels, one))
      .flatMap(([, one]) => one.spec.template.spec.containers[0].ports)
      .map((port) => port.name)
  const services = ofKind('Service')
  for (const { spec } of services)
    for (const port of spec.ports) expect(portsOf(spec.selector)).toContain(port.targetPort)
  const backend = ofKind('Ingress')[0]?.spec.rules[0]?.http.paths[0]?.backend.service
  expect(services.map((one) => one.metadata.name)).toContain(backend?.name)
  for (const { spec } of ofKind('NetworkPolicy')) {
    const found = portsOf(spec.podSelector.matchLabels)
    for (const { ports } of spec.ingress ?? []) for (const { port } of ports) expect(found).toContain(port)
  }
  const { resources }: { resources: string[] } = parse(read('deploy/kubernetes/kustomization.yaml'))
  const files = readdirSync('deploy/kubernetes').filter((name) => name.endsWith('.yaml'))
  expect(new Set([...resources, 'kustomization.yaml'])).toEqual(new Set(files))
})

const has = (name: string, ...args: string[]) => spawnSync(name, args).error === undefined
const SLOW = { timeout: 300_000 }
const PATH = `${process.env.PATH}:/usr/sbin`

test.skipIf(!has('kubectl', 'version', '--client'))(
  'Kubernetes: kubectl builds it (skipped without kubectl)',
  () => {
    const built = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes'], { encoding: 'utf8' })
    expect(parseAllDocuments(built).length).toBe(objects.length)
    expect(built).toContain('image: registry.example/nollie:')
  },
)

describe('the settings that containers write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-deploy-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const secrets = join(folder, 'secrets')
  const written = join(folder, 'settings')
  const textOf = (path: string) => readFileSync(path, 'utf8')
  execFileSync('deploy/fleet-secrets.sh', [secrets, 'nollie.example'])
  execFileSync('deploy/fleet-program.sh', ['settings', written], {
    env: { ...process.env, SECRETS: secrets },
  })

  test('have all of Nollie, by names that exist', () => {
    const text = textOf(join(secrets, 'nollie.env'))
    expect(unknown([...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name))).toEqual([])
    expect(readdirSync(written).toSorted()).toEqual(
      ['database-a.yml', 'database-b.yml', 'haproxy.cfg', 'pgbouncer.ini', 'pgbouncer.users'].toSorted(),
    )
    const { postgresql } = parse(textOf(join(written, 'database-a.yml')))
    expect(postgresql.connect_address).toBe('database-a:5432')
    expect(postgresql.authentication.superuser.password).toBe(textOf(join(secrets, 'postgres')))
  })

  test.skipIf(!has('/usr/sbin/haproxy', '-v'))('are taken by HAProxy (skipped without it)', SLOW, () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(written, 'haproxy.cfg')], {
      encoding: 'utf8',
      env: { ...process.env, PATH },
    })
    expect(status, stderr).toBe(0)
  })

  // It looks for the hosts of the network, too, and knows fewer settings than it takes.
  const NOT_HERE = /not known|name resolution|bootstrap\.pg_hba|unix_socket_directories|must not contain|^$/
  test.skipIf(!has('patroni', '--version'))('are taken by Patroni (skipped without it)', SLOW, () => {
    const { stdout, stderr } = spawnSync('patroni', ['--validate-config', join(written, 'database-a.yml')], {
      encoding: 'utf8',
    })
    expect((stdout + stderr).split('\n').filter((line) => !NOT_HERE.test(line))).toEqual([])
  })
})
