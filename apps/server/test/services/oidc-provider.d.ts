declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Context = { req: IncomingMessage; res: ServerResponse; path: string; oidc: Record<string, never> }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (
      values: object,
    ) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listener: (...values: unknown[]) => void): void
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void> | void): void
  }
}
