import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Acknowledged, type Place, Skater } from '../../../../apps/server/test/embedded/kill/client.ts'

/** The acknowledged results of all activities; `gone` has deleted IDs. */
export type AckedLoad = Acknowledged & {
  discussions: { id: string; title: string }[]
  comments: { id: string; content: string }[]
  messages: { id: string; content: string }[]
  likes: { discussion_id: string; user_id: string }[]
  gone: { comments: Set<string>; messages: Set<string> }
}

/** Returns an empty set of results. */
export function nothingAcked(): AckedLoad {
  return {
    people: [],
    uploads: [],
    spots: [],
    discussions: [],
    comments: [],
    messages: [],
    likes: [],
    gone: { comments: new Set(), messages: new Set() },
  }
}

/** A person in a mixed load, who signs up, uploads, shares, comments, likes, writes, deletes, and starts over. */
export class MixedSkater extends Skater {
  readonly #load: AckedLoad
  readonly #random: (limit: number) => number
  #user_id = ''
  /** The number of acknowledged requests that changed something. */
  done = 0

  constructor(at: Place, load: AckedLoad, random: (limit: number) => number) {
    super(at, load)
    this.#load = load
    this.#random = random
  }

  /** Takes steps in random order until `isOver` returns true. */
  async lives(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.arrives()
      const session = (await (await this.ask('/api/session')).json()) as { user: { user_id: string } }
      this.#user_id = session.user.user_id
      await this.#discusses()
      for (let steps = 0; steps < 12 && !isOver(); steps += 1) await this.#step()
    }
  }

  async #step(): Promise<void> {
    switch (this.#random(8)) {
      case 0:
        await this.shares([await this.uploads()])
        break
      case 1:
        await this.#discusses()
        break
      case 2:
      case 3:
        await this.#comments()
        break
      case 4:
        await this.#likes()
        break
      case 5:
        await this.#writes()
        break
      case 6:
        await this.#deletes('comments')
        break
      default:
        await this.#deletes('messages')
    }
    this.done += 1
    await sleep(20)
  }

  // Retries with the same key until the object is created, as clients do if there's no response.
  async #create(path: string, payload: (key: string) => object): Promise<{ id: string }> {
    const key = randomUUID()
    for (;;) {
      const answer = await this.send(path, payload(key), { 'idempotency-key': key })
      if (answer.status === 201) return (await answer.json()) as { id: string }
      if (answer.status !== 409) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await sleep(50)
    }
  }

  async #discusses(): Promise<void> {
    let title = ''
    const content = 'Which trucks do you like?'
    const { id } = await this.#create('/api/discussions', (key) => ({
      title: (title = `Trucks ${key}`),
      content,
    }))
    this.#load.discussions.push({ id, title })
  }

  #any<T>(of: readonly T[]): T | undefined {
    return of[this.#random(of.length)]
  }

  async #comments(): Promise<void> {
    const about = this.#any(this.#load.discussions)
    let content = ''
    const { id } = await this.#create(`/api/discussions/${about?.id}/comments`, (key) => ({
      content: (content = `Clean ${key}`),
    }))
    this.#load.comments.push({ id, content })
    this.#mine.comments.push(id)
  }

  readonly #mine = { comments: [] as string[], messages: [] as string[] }

  async #likes(): Promise<void> {
    const discussion_id = this.#any(this.#load.discussions)?.id ?? ''
    const answer = await this.ask(`/api/discussions/${discussion_id}/like`, { method: 'PUT' })
    if (answer.status !== 200) throw new Error(`like: ${answer.status} ${await answer.text()}`)
    this.#load.likes.push({ discussion_id, user_id: this.#user_id })
  }

  async #writes(): Promise<void> {
    // Writes to the author of any discussion. Only a few messages can be sent before the author replies.
    const about = this.#any(this.#load.discussions)
    const read = await this.ask(`/api/discussions/${about?.id}`)
    const { user_id } = (await read.json()) as { user_id: string }
    if (user_id === this.#user_id || this.#written.has(user_id)) return
    this.#written.add(user_id)
    let content = ''
    const { id } = await this.#create(`/api/messages/with/${user_id}`, (key) => ({
      content: (content = `Session ${key}`),
    }))
    this.#load.messages.push({ id, content })
    this.#mine.messages.push(id)
  }

  readonly #written = new Set<string>()

  async #deletes(kind: 'comments' | 'messages'): Promise<void> {
    const id = this.#mine[kind].pop()
    if (!id) return
    const answer = await this.ask(`/api/${kind}/${id}`, { method: 'DELETE' })
    // The status is 404 if an earlier attempt succeeded but its response was lost.
    if (![200, 204, 404].includes(answer.status))
      throw new Error(`delete: ${answer.status} ${await answer.text()}`)
    this.#load.gone[kind].add(id)
  }

  override async arrives(): Promise<void> {
    await super.arrives()
    this.#written.clear()
    this.#mine.comments.length = 0
    this.#mine.messages.length = 0
  }
}
