import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { ORIGIN, testApp } from '../../../test/world/app.ts'
import { MailServer } from '../../../test/services/mail-server.ts'
import { storedMails, mailsTo } from '../../../test/services/mails.ts'
import { post } from '../../../test/actors/people.ts'
import { say } from '../languages/index.ts'
import { type MailContent, type Mailer, makeMailer, Outbox } from './index.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  warnings.length = 0
})

async function mailServer(options?: SMTPServerOptions) {
  const server = await new MailServer().start(options)
  closers.push(() => server.stop())
  return server
}

const content: MailContent = {
  subject: say`Hello <b>`,
  title: say`Ålesund & "quotes" <script>alert(1)</script>`,
  paragraphs: [say`First.`, say`${'Long words that have to be broken into lines somewhere. '.repeat(4)}`],
  action: { label: say`Open`, url: 'http://localhost:3000/auth?verify=a&b="' },
  footnote: say`Small print.`,
}

const warnings: object[] = []

async function findLanguages() {
  return { chosen: 'en', last: null } as const
}

function mailerFor(smtpUrl: string | null, folder = '/nowhere', inTheClear = true): Mailer {
  const log = { warn: (details: object) => warnings.push(details) }
  const mailer = makeMailer({
    smtpUrl,
    inTheClear,
    publicUrl: new URL(ORIGIN),
    outbox: new Outbox(folder),
    findLanguages,
    log,
  })
  closers.push(() => mailer.close())
  return mailer
}

describe('an email', () => {
  test('has the same text in plain and HTML form, loads nothing, and uses its event as id', async () => {
    const server = await mailServer()
    await mailerFor(server.url).send({ id: 'event-1', to: 'ada@example.com', content })
    const [mail] = server.mails
    expect(mail).toMatchObject({
      subject: 'Hello <b>',
      from: { name: 'Nollie', address: 'no-reply@localhost' },
      to: [{ address: 'ada@example.com' }],
      messageId: '<event-1@localhost>',
    })
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(mail?.text).toContain(content.action?.url)
    expect(mail?.text?.split('\n').every((line) => line.length <= 78)).toBe(true)
    const html = mail?.html ?? ''
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<img|<link|<style|src=|url\(/i)
    expect(html).toContain('href="http://localhost:3000/auth?verify=a&amp;b=&quot;"')
    expect(html).toContain('#FFD21F')
  })

  test("C3 can't carry injected headers", async () => {
    const server = await mailServer()
    const evil = 'x\r\nBcc: all@example.com\r\n\r\nbody'
    const mailer = mailerFor(server.url)
    await mailer.send({
      id: 'e\r\nX-Evil: 1',
      to: 'ada@example.com',
      content: { ...content, subject: say`${evil}` },
    })
    const [mail] = server.mails
    const names = mail?.headers.map(({ key }) => key) ?? []
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(mail?.subject).toContain('Bcc: all@example.com')
    await mailer
      .send({ id: 'two', to: 'ada@example.com\r\nRCPT TO:<all@example.com>', content })
      .catch(() => undefined)
    expect(server.mails.flatMap(({ to }) => to?.map(({ address }) => address))).not.toContain(
      'all@example.com',
    )
  })

  test('in plain text arrives unchanged, including dots and long links', async () => {
    const server = await mailServer()
    const plain = { ...content, title: say`Plain`, paragraphs: [say`.`, say`..two dots`] }
    await mailerFor(server.url).send({ id: 'e', to: 'ada@example.com', content: plain })
    const url = `${content.action?.url}`
    expect(server.mails[0]?.text?.trim()).toBe(
      `NOLLIE\n\nPlain\n\n.\n\n..two dots\n\nOpen:\n${url}\n\n--\nSmall print.`,
    )
    expect(server.mails[0]?.html).toContain('Plain')
  })

  test('is sent from the address in SMTP_URL', async () => {
    const server = await mailServer()
    await mailerFor(`${server.url}?from=hello@nollie.example`).send({
      id: 'e',
      to: 'ada@example.com',
      content,
    })
    expect(server.mails[0]?.from?.address).toBe('hello@nollie.example')
    expect(server.mails[0]?.messageId).toBe('<e@nollie.example>')
  })

  test('authenticates with the name and password of SMTP_URL', async () => {
    const seen: unknown[] = []
    const server = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    const url = server.url.replace('//', '//us%40er:p%3Aw@')
    await mailerFor(url).send({ id: 'e', to: 'ada@example.com', content })
    expect(seen).toEqual([['us@er', 'p:w']])
    expect(server.mails).toHaveLength(1)
  })
})

test('V12.3.1 a remote mail server without encryption gets no email', async () => {
  const server = await mailServer({ disabledCommands: ['STARTTLS'] })
  const plain = { subject: say`Plain`, paragraphs: [say`Plain.`] }
  const mail = { id: 'e', to: 'ada@example.com', content: { ...content, ...plain } }
  await expect(mailerFor(server.url, '/nowhere', false).send(mail)).rejects.toThrow('ETLS')
  expect(server.mails).toHaveLength(0)
  await mailerFor(server.url, '/nowhere', true).send(mail)
  expect(server.mails).toHaveLength(1)
})

describe('R16 a mail server that refuses', () => {
  test.each([
    { code: 451, at: 'to' },
    { code: 452, at: 'data' },
  ] as const)('temporarily ($code) is retried, and its message stays out of the log', async (refuse) => {
    const server = await mailServer()
    server.refuse = refuse
    const sent = mailerFor(server.url).send({ id: 'e', to: 'ada@example.com', content })
    await expect(sent).rejects.toThrow(/^mail not sent: \w+ \d+$/)
    expect(warnings).toEqual([{ mail: 'e' }])
  })

  test.each([
    { code: 550, at: 'to' },
    { code: 554, at: 'data' },
  ] as const)(
    'permanently ($code at $at) is not retried, and logs one line without the address',
    async (refuse) => {
      const server = await mailServer()
      server.refuse = refuse
      await mailerFor(server.url).send({ id: 'gone', to: 'ada@example.com', content })
      expect(warnings).toEqual([{ mail: 'gone', response: refuse.code }])
    },
  )

  test('to connect is retried', async () => {
    const server = await mailServer()
    const { url } = server
    await server.stop()
    await expect(mailerFor(url).send({ id: 'e', to: 'ada@example.com', content })).rejects.toThrow(
      'mail not sent',
    )
  })
})

describe('without a mail server', () => {
  test('stores emails as complete files that only the server can read, one per event', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nollie-outbox-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const mailer = mailerFor(null, join(folder, 'outbox'))
    const send = (id: string) => mailer.send({ id, to: 'ada@example.com', content })
    await Promise.all([send('first'), send('second')])
    await send('first')
    const names = readdirSync(join(folder, 'outbox'))
    expect(names.map((name) => name.replace(/^\d{8}T\d{9}Z-/, '')).toSorted()).toEqual([
      'first.eml',
      'second.eml',
    ])
    for (const name of names) expect(statSync(join(folder, 'outbox', name)).mode & 0o777).toBe(0o600)
    await mailer.send({ id: 'plain', to: 'ada@example.com', content: { ...content, title: say`Plain` } })
    const plain = readdirSync(join(folder, 'outbox')).find((name) => name.endsWith('-plain.eml')) ?? ''
    expect(readFileSync(join(folder, 'outbox', plain), 'utf8')).toContain(`Open:\n${content.action?.url}\n`)
    expect(statSync(join(folder, 'outbox')).mode & 0o777).toBe(0o700)
  })

  test('the worker writes them while the server runs', async () => {
    const it = await testApp()
    closers.push(() => it.close())
    await post(it.app, '/api/auth/sign-up', {
      username: 'filer',
      email: 'filer@example.com',
      password: 'some good words',
    })
    const [mail] = await mailsTo(it, 'filer@example.com')
    expect(mail?.text).toContain(`${ORIGIN}/auth?verify=`)
    expect(await storedMails(it, 'filer@example.com')).toHaveLength(1)
  })
})
