import { DISCUSSION_CATEGORIES } from '@nollie/contract/discussions/discussion-categories'
import { LIMITS } from '@nollie/contract/limits'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field, type FieldErrors, Textarea } from '../../ui/index.ts'
import { charactersLeftText } from '../../ui/forms/characters-left.ts'
import { categoryLabel, toCategory } from './discussion-category.tsx'
import type { DiscussionValues } from './discussion-drafts.ts'
import { looks } from '../../ui/looks.ts'
import styles from './discussions.module.css'

/** Once only this many characters are left, the form shows how many. */
const NEAR = 100

/** Whether the title or text is too long. */
export function isTooLong({ title, content }: DiscussionValues): boolean {
  return (
    title.trim().length > LIMITS.discussion_title_max || content.trim().length > LIMITS.discussion_content_max
  )
}

function getLengthHint(text: string, max: number): { error?: string; hint?: string } {
  const left = max - text.trim().length
  if (left < 0) return { error: charactersLeftText(left) }
  return left <= NEAR ? { hint: charactersLeftText(left) } : {}
}

type Props = {
  values: DiscussionValues
  onType: (field: keyof DiscussionValues, text: string) => void
  errors: FieldErrors
  isSending: boolean
}

/** The fields in a discussion form: title, category, and content (DSC-05, DSC-06). */
export function DiscussionFields({ values, onType, errors, isSending }: Props) {
  const selectId = useId()
  const getErrorProps = (field: 'title' | 'content', max: number) => {
    const error = errors[field]
    return error ? { error } : getLengthHint(values[field], max)
  }
  return (
    <>
      <Field
        label={m.discussions_form_title()}
        names
        value={values.title}
        dir="auto"
        autoComplete="off"
        readOnly={isSending}
        onChange={({ target }) => onType('title', target.value)}
        {...getErrorProps('title', LIMITS.discussion_title_max)}
      />
      <div className={looks.field}>
        <label className={looks.fieldLabel} htmlFor={selectId}>
          {m.discussions_form_category()}
        </label>
        <div className={styles.select}>
          <select
            id={selectId}
            className={looks.input}
            value={toCategory(values.category)}
            disabled={isSending}
            onChange={({ target }) => onType('category', target.value)}
          >
            {DISCUSSION_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {categoryLabel(category)}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      </div>
      <Textarea
        label={m.discussions_form_content()}
        names
        rows={4}
        value={values.content}
        dir="auto"
        readOnly={isSending}
        onChange={({ target }) => onType('content', target.value)}
        {...getErrorProps('content', LIMITS.discussion_content_max)}
      />
    </>
  )
}
