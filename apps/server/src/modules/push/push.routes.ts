import { contract } from '@nollie/contract'
import { LANGUAGE_CODES } from '@nollie/contract/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { findHeaderLanguage } from '../../platform/languages/index.ts'
import { addDevice, addNativeDevice, type PushDeps, getPush, removeDevices, setPush } from './push.service.ts'

function chooseLanguage(request: FastifyRequest) {
  return findHeaderLanguage(request.headers, LANGUAGE_CODES) ?? LANGUAGE_CODES[0]
}

/** Routes for a person's push settings and devices. */
export function pushRoutes(app: FastifyInstance, deps: PushDeps): void {
  serve(app, contract.getPush, ({ viewer }) => getPush(deps, viewer))
  serve(app, contract.setPush, ({ viewer, body }) => setPush(deps, viewer, body))
  serve(app, contract.addPushDevice, ({ viewer, body, request }) =>
    addDevice(deps, viewer, body, chooseLanguage(request)),
  )
  serve(app, contract.addNativePushDevice, ({ viewer, body, request }) =>
    addNativeDevice(deps, viewer, body, chooseLanguage(request)),
  )
  serve(app, contract.removePushDevice, ({ viewer }) => removeDevices(deps, viewer, 'here'))
  serve(app, contract.removeOtherPushDevices, ({ viewer }) => removeDevices(deps, viewer, 'others'))
}
