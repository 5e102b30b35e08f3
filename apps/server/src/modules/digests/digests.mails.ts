import { say, type Sentence } from '../../platform/languages/index.ts'
import type { MailContent } from '../../platform/mail/index.ts'
import { linkToken } from '../accounts/index.ts'
import { titleSentence } from '../posts/index.ts'
import type { Week } from './weekly-digest.queries.ts'

/**
 * Returns the unsubscribe URL for a person's weekly email. It serves a page, and accepts one-click requests from email
 * clients (RFC 8058).
 */
export function buildUnsubscribeUrl(secret: string, publicUrl: URL, user_id: string): string {
  const url = new URL('/unsubscribe', publicUrl)
  url.searchParams.set('token', linkToken(secret, 'end-digest', user_id))
  return url.href
}

function formatSums({ likes, comments, followers }: Week['sums']): Sentence[] {
  return [
    ...(likes > 0 ? [say`New likes: ${likes}`] : []),
    ...(comments > 0 ? [say`New comments: ${comments}`] : []),
    ...(followers > 0 ? [say`New followers: ${followers}`] : []),
  ]
}

type Section = NonNullable<MailContent['sections']>[number]

function buildSections({ own, spots, followed }: Week, publicUrl: URL): Section[] {
  const at = (path: string) => new URL(path, publicUrl).href
  const all: Section[] = [
    {
      heading: say`Your posts`,
      items: own.map(({ id, title, likes, comments }) => ({
        text: say`${titleSentence(title)} (likes: ${likes}, comments: ${comments})`,
        url: at(`/post/${id}`),
      })),
    },
    {
      heading: say`New spots near your saved spots`,
      items: spots.map(({ id, name, city }) => ({
        text: city ? say`${name}, ${city}` : say`${name}`,
        url: at(`/spots/${id}`),
      })),
    },
    {
      heading: say`Most liked by people you follow`,
      items: followed.map(({ id, title, name }) => ({
        text: say`${name}: ${titleSentence(title)}`,
        url: at(`/post/${id}`),
      })),
    },
  ]
  return all.filter(({ items }) => items.length > 0)
}

/** Builds the content of a weekly email. If it has no paragraphs or sections, don't send it. */
export function buildDigest(week: Week, publicUrl: URL, end: string): MailContent {
  return {
    subject: say`Your week on Nollie`,
    title: say`Your week`,
    paragraphs: formatSums(week.sums),
    sections: buildSections(week, publicUrl),
    action: { label: say`Open Nollie`, url: new URL('/dashboard', publicUrl).href },
    footnote: say`You get this email every Monday because you subscribed in Settings.`,
    end: { label: say`Unsubscribe`, url: end },
  }
}
