import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/http/index.ts'
import type { Providers } from './provider.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES = 16_384
/** What the screen reads; all else that a provider sends stays unread, like a person's name. */
const NAMES = ['code', 'state', 'iss', 'error'] as const

/**
 * The return address of providers that come back with a form of theirs (`response_mode=form_post`), like Apple: leads on
 * to the screen at the same path. Reads no cookie and changes nothing, so the form may come from another site.
 */
export const providerFormRoutes = (app: FastifyInstance, { providers }: { providers: Providers }): void => {
  const byForm = [...providers.values()].filter(({ answersByForm }) => answersByForm)
  if (byForm.length === 0) return
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    for (const { provider } of byForm) {
      const path = `/auth/return/${provider}`
      const config = { policy: 'anyone', takesForeignForms: true } as const
      scope.post(path, { config, schema: { hide: true } }, async ({ ip, body }, reply) => {
        await scope.rates.hit('sign_in', { ip })
        if (!(body instanceof URLSearchParams)) throw new Refusal('WRONG_TYPE')
        const query = new URLSearchParams()
        for (const name of NAMES) {
          const value = body.get(name)
          if (value) query.set(name, value)
        }
        return reply.redirect(`${path}?${query.toString()}`, 303)
      })
    }
  })
}
