import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve, ShortCache } from '../platform/http/index.ts'

type Deps = {
  /** Each check resolves or throws within about a second. */
  checks: Record<string, () => Promise<unknown>>
}

const CHECK_MS = 2_000
/**
 * Load balancers poll many times a second, so the database and storage are checked at most once in this many
 * milliseconds.
 */
const SHARED_MS = 500

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, false)
  })
  try {
    return await Promise.race([check().then((ok) => ok !== false), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Serves health checks for monitors; also in a process that only runs jobs. */
export function healthRoutes(app: FastifyInstance, { checks }: Deps): void {
  serve(app, contract.live, () => ({ status: 'ok' as const }))

  const check = () =>
    Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await answers(check)] as const))
  const recent = new ShortCache<Awaited<ReturnType<typeof check>>>({ name: 'health', ms: SHARED_MS, max: 1 })
  serve(app, contract.ready, async ({ reply }) => {
    const results = await recent.get('', check)
    const answered = Object.fromEntries(
      results.map(([name, ok]) => [name, ok ? ('ok' as const) : ('failing' as const)]),
    )
    const isStaying = app.readiness.answer()
    const well = results.every(([, ok]) => ok) && isStaying
    if (well) return { status: 'ok' as const, checks: answered }
    return reply
      .code(503)
      .serializer(JSON.stringify)
      .type('application/json')
      .send({
        status: 'failing',
        checks: isStaying ? answered : { ...answered, stopping: 'failing' as const },
      })
  })
}
