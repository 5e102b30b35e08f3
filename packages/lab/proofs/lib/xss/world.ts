import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { makeAdmin } from '../../../../../apps/server/test/actors/people.ts'
import { aMediaItem } from '../../../../../apps/server/test/makers/spots.ts'
import { aPerson, type Person, type Product } from '../product.ts'
import type { Payload } from './payloads.ts'

/** The author and content of everything written with one payload. The content is null if the server refused it. */
export type Written = {
  payload: Payload
  author: Person
  spot_id: string | null
  post_id: string | null
  discussion_id: string | null
}

/** Builds the mark for a payload in one text field. */
export function buildMark(number: number, text: string): string {
  return `zq${number}${text}zq`
}

/** The prefix of every mark. */
export const ANY_MARK = 'zq'
/** Matches every mark built by {@link buildMark}. */
export const MARKS = /zq\d+[a-z_]+zq/g

type Values = Record<string, unknown>

/** Writes payloads to all of the product's text fields through the API, as people do. */
export class PayloadWriter {
  readonly #product: Product
  readonly viewer: Person
  readonly admin: Person
  /** How often the server refused each text field, by name. */
  readonly refused = new Map<string, number>()
  /** The number of text fields that the server accepted. */
  stored = 0

  private constructor(product: Product, viewer: Person, admin: Person) {
    this.#product = product
    this.viewer = viewer
    this.admin = admin
  }

  static async open(product: Product): Promise<PayloadWriter> {
    const viewer = await aPerson(product.db, 'viewer')
    const admin = await aPerson(product.db, 'ada.trusted')
    await makeAdmin(product.db, admin.user_id)
    return new PayloadWriter(product, viewer, admin)
  }

  /** Sends values, and a payload in each field listed in `texts`. Returns the ID in the response; null if refused. */
  async #send(
    by: Person,
    route: string,
    payload: Payload,
    texts: Record<string, string>,
    values: Values = {},
    headers: Record<string, string> = {},
  ): Promise<string | null> {
    const [method = '', path = ''] = route.split(' ')
    const names = Object.entries(texts)
    const filled = names.map(([field, text]) => [field, payload.fill(buildMark(payload.number, text))])
    const answer = await fetch(`${this.#product.server.url}${path}`, {
      method,
      headers: {
        authorization: by.bearer,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify({ ...values, ...Object.fromEntries(filled) }),
    })
    const body = await answer.text()
    if (answer.status >= 500) throw new Error(`${route}: ${answer.status} ${body}`)
    if (answer.ok) {
      this.stored += names.length
      return body ? ((JSON.parse(body) as { id?: string }).id ?? '') : ''
    }
    for (const [, text] of names) this.refused.set(text, (this.refused.get(text) ?? 0) + 1)
    if (names.length === 1) return null
    // If one text is too long, the others should still be sent.
    for (const [field, text] of names) {
      const id = await this.#send(by, route, payload, { [field]: text }, values, headers)
      if (id !== null) return id
    }
    return null
  }

  /** Writes one payload to every text field. */
  async write(payload: Payload): Promise<Written> {
    const { db } = this.#product
    const author = await aPerson(db, `mia${payload.number}`)
    const media = () => aMediaItem(db, author.user_id)
    const send = (route: string, texts: Record<string, string>, values: Values = {}, by = author) =>
      this.#send(by, route, payload, texts, values)
    const { username } = author
    const profile = { username, full_name: null, bio: null, instagram_url: null }
    await this.#send(author, 'PATCH /api/profile', payload, { full_name: 'name', bio: 'bio' }, profile, {
      'if-match': '"1"',
    })
    await send('PUT /api/profile/home-town', { home_town: 'home' })
    const spot_id = await send(
      'POST /api/spots',
      {
        name: 'spot',
        description: 'about',
        address: 'address',
        city: 'city',
        state: 'state',
        country: 'country',
      },
      {
        name: 'Ledge',
        latitude: -25 - payload.number / 50,
        longitude: -130 + payload.number / 40,
        spot_types: ['ledges'],
        media_ids: [await media()],
      },
    )
    const post_id = await send(
      'POST /api/posts',
      { title: 'title', content: 'content' },
      { spot_id, title: 'Try', content: null, media_ids: [await media()] },
    )
    if (post_id) {
      const comment = await send(`POST /api/posts/${post_id}/comments`, { content: 'comment' })
      await send(
        `POST /api/posts/${post_id}/comments`,
        { content: 'reply' },
        { parent_comment_id: comment },
        this.viewer,
      )
      await send(
        'POST /api/reports',
        { description: 'report' },
        { report_type: 'spam', reported_post_id: post_id },
        this.viewer,
      )
    }
    await send('POST /api/content', { title: 'shared', content: 'sharedtext' }, { title: 'Shared' })
    await send('POST /api/content', { photo_url: 'photo' }, { title: 'Photo' })
    await send('PATCH /api/profile', { instagram_url: 'instagram' }, profile)
    const discussion_id = await send(
      'POST /api/discussions',
      { title: 'question', content: 'details' },
      { title: 'Wax', content: 'Which?', category: 'gear' },
    )
    if (discussion_id) await send(`POST /api/discussions/${discussion_id}/comments`, { content: 'answer' })
    await send(`POST /api/messages/with/${this.viewer.user_id}`, { content: 'message' })
    await send(
      'POST /api/notices',
      { description: 'notice', name: 'sender' },
      {
        address: `${this.#product.server.url}/spots/${spot_id}`,
        report_type: 'other',
        description: 'My garden.',
        name: 'Kim',
        email: `kim${payload.number}@example.com`,
      },
    )
    return { payload, author, spot_id, post_id, discussion_id }
  }

  /**
   * Suspends accounts with a payload as the reason, which then appears in an email, in the log, and on the person's
   * screen.
   */
  async suspend({ payload, author }: Written): Promise<void> {
    const route = `PUT /api/moderation/people/${author.user_id}/suspension`
    await this.#send(this.admin, route, payload, { reason: 'reason' })
  }

  /** Deletes spots, so that the list of deleted spots has payloads. */
  async deleteSpot({ author, spot_id }: Written): Promise<void> {
    if (!spot_id) return
    await fetch(`${this.#product.server.url}/api/spots/${spot_id}`, {
      method: 'DELETE',
      headers: { authorization: author.bearer },
    })
  }

  /** Returns the HTML of all sent emails, once no more are being written. */
  async mails(): Promise<string[]> {
    const folder = join(this.#product.server.dataDir, 'outbox')
    const names = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
    for (let before = -1; before !== names().length; ) {
      before = names().length
      await sleep(2_000)
    }
    const mails = await Promise.all(names().map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
    return mails.map(({ html = '' }) => html)
  }
}
