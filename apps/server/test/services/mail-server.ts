import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Refuse = { code: number; at: 'to' | 'data' }

function error(code: number) {
  return Object.assign(new Error('no mail for somebody@example.com'), { responseCode: code })
}

/** A real mail server with adjustable behavior, for tests. */
export class MailServer {
  readonly mails: Email[] = []
  refuse: Refuse | null = null
  tries = 0
  #server: SMTPServer | null = null
  port = 0

  async start(options: SMTPServerOptions = {}): Promise<this> {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        this.tries += 1
        done(this.refuse?.at === 'to' ? error(this.refuse.code) : null)
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (this.refuse?.at === 'data') return done(error(this.refuse.code))
          void this.#keep(Buffer.concat(chunks), done)
        })
      },
      ...options,
    })
    this.#server.on('error', () => {})
    await new Promise<void>((ready) => this.#server?.listen(this.port, '127.0.0.1', ready))
    this.port = (this.#server.server.address() as AddressInfo).port
    return this
  }

  async #keep(content: Buffer, done: () => void): Promise<void> {
    this.mails.push(await PostalMime.parse(content))
    done()
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => (this.#server ? this.#server.close(done) : done()))
    this.#server = null
  }

  get url() {
    return `smtp://127.0.0.1:${this.port}`
  }
}
