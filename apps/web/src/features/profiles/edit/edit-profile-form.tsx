import { LIMITS } from '@nollie/contract/limits'
import type { Profile } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { Button, Field, Form, Textarea } from '../../../ui/index.ts'
import { PersonBanner } from '../person-head.tsx'
import { PictureField } from './picture-field.tsx'
import { type ProfileField, useProfileEdit } from './use-profile-edit.ts'
import { useFieldAgain } from '../../../ui/forms/use-field-again.ts'
import styles from './edit-profile.module.css'

/** The edit form, which replaces the viewer's own profile page (PROF-05). `onDone` returns to the page. */
export function EditProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { values, form, isStale, type, cancel } = useProfileEdit(profile, onDone)
  const send = useFieldAgain(form.busy, form.submit)
  const field = (name: ProfileField) => ({
    name,
    value: values[name],
    error: form.errors[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  })
  return (
    <Form onSend={send} refused={form.refused} noValidate>
      <PersonBanner user_id={profile.user_id} />
      <h1 className="sr-only">{m.profiles_edit()}</h1>
      <PictureField profile={profile} />
      {isStale && (
        <p className={styles.changed} role="alert">
          {m.profiles_edit_stale()}
        </p>
      )}
      <div className={styles.fields} inert={form.busy}>
        <Field
          {...field('full_name')}
          label={m.profiles_edit_name()}
          maxLength={LIMITS.full_name_max}
          autoComplete="name"
        />
        <Field
          {...field('username')}
          label={m.profiles_edit_username()}
          maxLength={LIMITS.username_max}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Textarea names {...field('bio')} label={m.profiles_edit_bio()} maxLength={LIMITS.bio_max} rows={3} />
        <Field
          {...field('instagram_url')}
          label={m.profiles_edit_instagram()}
          placeholder={m.profiles_edit_instagram_placeholder()}
          maxLength={LIMITS.instagram_url_max}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className={styles.foot}>
        <Button disabled={form.busy} onClick={cancel}>
          {m.profiles_cancel()}
        </Button>
        <Button type="submit" variant="primary" busy={form.busy && m.profiles_edit_saving()}>
          {m.profiles_edit_save()}
        </Button>
      </div>
    </Form>
  )
}
