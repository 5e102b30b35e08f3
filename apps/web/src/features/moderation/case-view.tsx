import type { Media, ModerationCase } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { agoText } from '../../lib/text/ago-text.ts'
import { ArrowLeft } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { dayText } from '../../lib/format.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar, ButtonLink, EmptyState, Loaded, Time, Photo } from '../../ui/index.ts'
import { reportTypeLabel } from '../reports/index.ts'
import { AnswerForm, DecideForm } from './decide-form.tsx'
import { decisionText } from './decision-text.ts'
import { caseQuery } from './moderation-requests.ts'
import { kindLabel } from './kind-label.ts'
import { LoadingText } from './loading-text.tsx'
import styles from './moderation.module.css'

function buildLink({
  kind,
  thing_id,
  post_id,
  spot_id,
  discussion_id,
  list_id,
  area_id,
  media_index,
}: ModerationCase): string | null {
  if (!thing_id || kind === 'message') return null
  if (area_id) return `/areas/${area_id}`
  if (kind === 'user') return `/user/${thing_id}`
  if (list_id) return `/lists/${list_id}`
  if (discussion_id) return `/community/${discussion_id}`
  if (kind === 'spot') return `/spots/${thing_id}`
  return post_id
    ? `${spot_id ? `/spots/${spot_id}` : '/dashboard'}?item=${post_id}.${media_index ?? 0}`
    : null
}

function isHidden({ kind, thing_id, post_id, discussion_id }: ModerationCase): boolean {
  if (!thing_id) return true
  if (kind === 'post' || kind === 'comment') return !post_id && !discussion_id
  return kind === 'discussion' && !discussion_id
}

function Shown({ item }: { item: Media }) {
  if (item.type !== 'video' || !item.url) return <Photo media={item} alt={item.alt_text ?? ''} square />
  return (
    // biome-ignore lint/a11y/useMediaCaption: user videos have no captions
    <video
      controls
      playsInline
      preload="none"
      src={item.url}
      poster={item.base ? `${item.base}/1080.webp` : undefined}
    />
  )
}

function Context({ context }: Pick<ModerationCase, 'context'>) {
  if (context.length === 0) return null
  return (
    <section className={styles.modPart}>
      <h3 className={styles.modTitle}>{m.moderation_context()}</h3>
      {context.map(({ author, words }) => (
        <blockquote key={words} className={styles.modText}>
          {author && (
            <small>
              <bdi>{getName(author, NAMELESS.card)}</bdi>
            </small>
          )}
          <bdi>{words}</bdi>
        </blockquote>
      ))}
    </section>
  )
}

function CaseSubject({ found }: { found: ModerationCase }) {
  const link = buildLink(found)
  const { words, words_now, media, thing_id, reports_count } = found
  return (
    <section className={styles.modPart}>
      <h3 className={styles.modTitle}>
        {reports_count === 0 ? m.moderation_text_deleted() : m.moderation_text_reported()}
      </h3>
      <blockquote className={styles.modText}>
        <bdi>{words || m.moderation_no_text()}</bdi>
      </blockquote>
      {thing_id && words_now !== null && words_now !== words && (
        <>
          <h3 className={styles.modTitle}>{m.moderation_text_now()}</h3>
          <blockquote className={styles.modText}>
            <bdi>{words_now || m.moderation_no_text()}</bdi>
          </blockquote>
        </>
      )}
      {media.length > 0 && (
        <div className={styles.modMedia}>
          {media.map((item) => (
            <Shown key={item.id} item={item} />
          ))}
        </div>
      )}
      {isHidden(found) && <p className={styles.modNote}>{m.moderation_already_removed()}</p>}
      {link && (
        <ButtonLink href={link} variant="line" size="sm">
          {m.moderation_view_in_context()}
        </ButtonLink>
      )}
    </section>
  )
}

function Owner({ owner, owner_record: record }: Pick<ModerationCase, 'owner' | 'owner_record'>) {
  if (!owner) return <p className={styles.modNote}>{m.moderation_author_missing()}</p>
  const count = record?.decisions_count ?? 0
  const before = count === 0 ? m.moderation_author_no_decisions() : m.moderation_author_decisions({ count })
  return (
    <AppLink className={styles.modPerson} href={`/user/${owner.user_id}`}>
      <Avatar person={owner} size={44} />
      <span>
        <b>
          <bdi>{getName(owner, NAMELESS.card)}</bdi>
        </b>{' '}
        <small>@{owner.username}</small>
        {record && (
          <small className={styles.modPersonRecord}>
            {m.moderation_author_since({ date: dayText(record.member_since) })}, {before}
          </small>
        )}
      </span>
      {record?.is_admin && <span className={styles.modTag}>{m.moderation_author_admin()}</span>}
      {record?.is_suspended && <span className={styles.modTag}>{m.moderation_author_suspended()}</span>}
    </AppLink>
  )
}

function Reports({ reports }: Pick<ModerationCase, 'reports'>) {
  return (
    <ul className={styles.modReports}>
      {reports.map(({ id, report_type, description, reporter, notice_name, created_at }) => (
        <li key={id}>
          <b>{reportTypeLabel(report_type)}</b>
          {description && (
            <p>
              <bdi>{description}</bdi>
            </p>
          )}
          <small>
            <bdi>
              {reporter ? getName(reporter, NAMELESS.card) : (notice_name ?? m.moderation_reporter_former())}
            </bdi>
            , <Time at={created_at}>{agoText(created_at)}</Time>
          </small>
        </li>
      ))}
    </ul>
  )
}

type Decision = NonNullable<ModerationCase['decision']>

function Appeal({ found, appeal }: { found: ModerationCase; appeal: NonNullable<Decision['appeal']> }) {
  const { words, outcome, answer } = appeal
  return (
    <>
      <section className={styles.modPart}>
        <h3 className={styles.modTitle}>{m.moderation_appeal()}</h3>
        <blockquote className={styles.modText}>
          <bdi>{words}</bdi>
        </blockquote>
      </section>
      {outcome === null ? (
        <AnswerForm found={found} />
      ) : (
        <section className={styles.modPart}>
          <h3 className={styles.modTitle}>
            {outcome === 'upheld' ? m.moderation_appeal_upheld() : m.moderation_appeal_reversed()}
          </h3>
          <blockquote className={styles.modText}>
            <bdi>{answer}</bdi>
          </blockquote>
        </section>
      )}
    </>
  )
}

function Decided({ decision }: { decision: Decision }) {
  const { action, reason, admin, created_at } = decision
  const ago = agoText(created_at)
  return (
    <section className={styles.modPart}>
      <h3 className={styles.modTitle}>{m.moderation_decision()}</h3>
      <p>
        <b>{decisionText(action).name}</b>
      </p>
      <blockquote className={styles.modText}>
        <bdi>{reason}</bdi>
      </blockquote>
      <small>
        {admin
          ? m.moderation_decided_by({ name: getName(admin, NAMELESS.card), ago })
          : m.moderation_decided_by_former({ ago })}
      </small>
    </section>
  )
}

/** A case, with everything a moderator needs to decide it. */
export function CaseView({ id, back }: { id: string; back: string }) {
  const query = useQuery(caseQuery(id))
  const { data: found, error } = query
  if (!found) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      return <EmptyState art="notFound" title={m.moderation_case_missing()} />
    if (error instanceof ApiError && error.status === 403)
      return (
        <EmptyState art="comments" title={m.moderation_case_conflict()}>
          {m.moderation_case_conflict_text()}
        </EmptyState>
      )
    const skeleton = <LoadingText label={m.moderation_case_loading()} />
    return <Loaded query={query} failed={m.moderation_case_failed()} skeleton={skeleton} />
  }
  return (
    <article className={styles.modCase} aria-labelledby="mod-case-title">
      <ButtonLink
        href={back}
        size="sm"
        className={styles.modBack}
        icon={<ArrowLeft size={18} aria-hidden="true" />}
      >
        {m.moderation_back()}
      </ButtonLink>
      <h2 id="mod-case-title" className={styles.modCaseTitle}>
        {kindLabel(found.kind)}
      </h2>
      <CaseSubject found={found} />
      <Context context={found.context} />
      <section className={styles.modPart}>
        <h3 className={styles.modTitle}>{m.moderation_author()}</h3>
        <Owner {...found} />
      </section>
      <section className={styles.modPart}>
        <h3 className={styles.modTitle}>{m.moderation_reporters()}</h3>
        {found.reports_count === 0 ? (
          <p className={styles.modNote}>{m.moderation_reporters_none()}</p>
        ) : (
          <Reports reports={found.reports} />
        )}
      </section>
      {found.decision ? <Decided decision={found.decision} /> : <DecideForm found={found} />}
      {found.decision?.appeal && <Appeal found={found} appeal={found.decision.appeal} />}
    </article>
  )
}
