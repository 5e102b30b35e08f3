import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../platform/http/index.ts'
import type { Provider } from './provider-types.ts'
import type { ProviderDeps } from './providers.service.ts'
import { confirmForm } from './provider-forms.service.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES = 16_384
/** Assertions are large: they contain signatures, certificates, and all of a person's groups. */
const CONFIRMED_FORM_BYTES = 131_072
/** The fields that the screen needs. Ignores all others, such as a person's name. */
const NAMES = ['code', 'state', 'iss', 'error'] as const

function passedOn(form: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of NAMES) {
    const value = form.get(name)
    if (value) query.set(name, value)
  }
  return query
}

// The client is a browser, so errors are passed to the screen to display them.
async function confirmed(deps: ProviderDeps, provider: Provider, form: URLSearchParams) {
  try {
    return new URLSearchParams(await confirmForm(deps, provider, form))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return new URLSearchParams({ error: 'server_error', error_code: error.code.toLowerCase() })
  }
}

/**
 * Routes for the return URL of providers that respond with a form, such as Apple (`response_mode=form_post`) and
 * organizations that use SAML. They redirect to the screen at the same path. They read no cookies and sign no one in,
 * so the form can come from another site.
 */
export function providerFormRoutes(app: FastifyInstance, deps: ProviderDeps): void {
  const byForm = [...deps.providers.values()].filter(({ answersByForm }) => answersByForm)
  if (byForm.length === 0) return
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    for (const one of byForm) {
      const path = `/auth/return/${one.provider}`
      const config = { policy: 'anyone', takesForeignForms: true } as const
      const bodyLimit = one.confirm ? CONFIRMED_FORM_BYTES : FORM_BYTES
      scope.post(path, { config, bodyLimit, schema: { hide: true } }, async ({ ip, body }, reply) => {
        await scope.rates.hit('sign_in', { ip })
        if (!(body instanceof URLSearchParams)) throw new Refusal('WRONG_TYPE')
        const query = one.confirm ? await confirmed(deps, one, body) : passedOn(body)
        return reply.redirect(`${path}?${query.toString()}`, 303)
      })
    }
  })
}
