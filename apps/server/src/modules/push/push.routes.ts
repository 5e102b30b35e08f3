import { contract } from '@nollie/contract'
import { LANGUAGE_CODES } from '@nollie/contract/languages'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { languageOfHeaders } from '../../platform/languages/index.ts'
import { addDevice, type PushDeps, pushOf, removeDevices, setPush } from './push.service.ts'

/** What a person's devices show while Nollie is closed. */
export const pushRoutes = (app: FastifyInstance, deps: PushDeps): void => {
  serve(app, contract.getPush, ({ viewer }) => pushOf(deps, viewer))
  serve(app, contract.setPush, ({ viewer, body }) => setPush(deps, viewer, body))
  serve(app, contract.addPushDevice, ({ viewer, body, request }) => {
    const language = languageOfHeaders(request.headers, LANGUAGE_CODES) ?? LANGUAGE_CODES[0]
    return addDevice(deps, viewer, body, language)
  })
  serve(app, contract.removePushDevice, ({ viewer }) => removeDevices(deps, viewer, 'here'))
  serve(app, contract.removeOtherPushDevices, ({ viewer }) => removeDevices(deps, viewer, 'others'))
}
