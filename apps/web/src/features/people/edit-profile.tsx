import { LIMITS } from '@nollie/contract/limits'
import type { Profile } from '@nollie/contract'
import { type FormEvent, useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Field, Textarea } from '../../ui/index.ts'
import { PersonBanner } from './person-head.tsx'
import { PictureField } from './picture-field.tsx'
import { type ProfileField, useProfileEdit } from './use-profile-edit.ts'
import './edit-profile.css'
import './person.css'

/** The edit form in the place of one's page (PROF-05); `onDone` leads back to it. */
export function EditProfile({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { values, errors, isStale, isSaving, type, save, cancel } = useProfileEdit(profile, onDone)
  const form = useRef<HTMLFormElement>(null)
  // The field that is wrong is where the person goes on.
  useEffect(() => {
    const wrong = Object.keys(errors).find((name) => errors[name])
    const field = wrong && form.current?.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }, [errors])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const field = (name: ProfileField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  })
  return (
    <form ref={form} className="edit-profile" onSubmit={submit} noValidate>
      <PersonBanner user_id={profile.user_id} />
      <h1 className="sr-only">{m.people_edit()}</h1>
      <PictureField profile={profile} />
      {isStale && (
        <p className="edit-stale" role="alert">
          {m.people_edit_stale()}
        </p>
      )}
      <div className="edit-fields">
        <Field
          {...field('full_name')}
          label={m.people_edit_name()}
          maxLength={LIMITS.full_name_max}
          autoComplete="name"
        />
        <Field
          {...field('username')}
          label={m.people_edit_username()}
          maxLength={LIMITS.username_max}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Textarea names {...field('bio')} label={m.people_edit_bio()} maxLength={LIMITS.bio_max} rows={3} />
        <Field
          {...field('instagram_url')}
          label={m.people_edit_instagram()}
          placeholder={m.people_edit_instagram_placeholder()}
          maxLength={LIMITS.instagram_url_max}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className="edit-foot">
        <Button disabled={isSaving} onClick={cancel}>
          {m.people_cancel()}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving && m.people_edit_saving()}>
          {m.people_edit_save()}
        </Button>
      </div>
    </form>
  )
}
