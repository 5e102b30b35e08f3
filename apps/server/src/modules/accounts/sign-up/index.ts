import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { challengeRoutes } from './challenges.routes.ts'

export { type CaptchaSettings, captchaHosts } from './captcha.ts'
export { verifyToken } from './sign-up-token.ts'

/** Signing up, and the challenges that slow down bots. */
export const signUp: Room<OpenAccounts> = { routes: [challengeRoutes] }
