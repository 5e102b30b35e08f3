import type { List } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { LIST_VISIBILITIES } from '@nollie/contract/lists/list-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Field, type FieldErrors, Textarea, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { addList, editList, type ListValues } from './list-requests.ts'
import { RenewLink } from './renew-link.tsx'
import { VisibilityChoice } from './visibility-choice.tsx'
import styles from './lists.module.css'

type Props = {
  /** The list to edit; null to create one. */
  list: List | null
  /** The first spot in a new list. */
  spotId?: string | undefined
  /** Called with the created or edited list, before the dialog closes. */
  onSaved?: (list: List) => void
  onClosed: () => void
}

function readValues(stored: unknown, list: List | null): ListValues {
  const typed = (stored ?? {}) as Partial<Record<keyof ListValues, unknown>>
  return {
    name: typeof typed.name === 'string' ? typed.name : (list?.name ?? ''),
    description: typeof typed.description === 'string' ? typed.description : (list?.description ?? ''),
    visibility: LIST_VISIBILITIES.find((one) => one === typed.visibility) ?? list?.visibility ?? 'private',
    crew_id: typeof typed.crew_id === 'string' ? typed.crew_id : (list?.crew?.id ?? null),
  }
}

/** Returns the form's values, which are stored until they're sent or discarded, and its submit function. */
function useListForm({ list, spotId, onSaved }: Props, onDone: () => void) {
  const client = useQueryClient()
  const getSubmitKey = useSubmitKey()
  const { values, change, forget } = useStoredValues({
    name: `nollie.list.${session.get().user?.user_id}.${list?.id ?? 'new'}`,
    read: (stored) => readValues(stored, list),
  })
  const form = useForm({
    check: () => {
      if (!values.name.trim()) return { name: m.lists_name_missing() }
      return values.visibility === 'crew' && !values.crew_id ? { crew: m.share_need_crew() } : null
    },
    send: async () => {
      const sent = { ...values, crew_id: values.visibility === 'crew' ? values.crew_id : null }
      const wanted = { ...sent, ...(spotId && { spot_id: spotId }) }
      const saved = list
        ? await editList(client, list.id, sent)
        : await addList(client, wanted, getSubmitKey(JSON.stringify(wanted)))
      forget()
      onSaved?.(saved)
      onDone()
    },
    explain: (error) => ({
      title: m.lists_save_failed(),
      description: whyNot(error, m.lists_try_again()),
    }),
  })
  return { ...form, values, change, forget }
}

type FieldsProps = {
  values: ListValues
  errors: FieldErrors
  onTyped: (name: string) => void
  onChange: (values: ListValues) => void
}

function ListFields({ values, errors, onTyped: typed, onChange: change }: FieldsProps) {
  return (
    <>
      <Field
        label={m.lists_name()}
        name="name"
        value={values.name}
        maxLength={LIMITS.list_name_max}
        error={errors.name}
        onChange={({ target }) => {
          typed('name')
          change({ ...values, name: target.value })
        }}
      />
      <Textarea
        label={m.lists_description()}
        name="description"
        rows={2}
        value={values.description}
        maxLength={LIMITS.list_description_max}
        error={errors.description}
        onChange={({ target }) => change({ ...values, description: target.value })}
      />
      <VisibilityChoice
        value={values}
        error={errors.crew}
        onChange={({ visibility, crew_id }) => {
          typed('crew')
          change({ ...values, visibility, crew_id })
        }}
      />
    </>
  )
}

/** The dialog for creating or editing a list: name, description, and visibility. */
export function ListFormDialog(props: Props) {
  const { list, onClosed } = props
  const [open, setOpen] = useState(true)
  const { typed, values, change, forget, ...form } = useListForm(props, () => setOpen(false))
  const cancel = () => {
    forget()
    setOpen(false)
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={list ? m.lists_edit() : m.lists_new()}
      // A new list's values remain stored until they're sent or discarded.
      firm={list !== null}
      onCancel={cancel}
      submit={list ? m.lists_save() : m.lists_create()}
      sending={m.lists_saving()}
      className={styles.form}
    >
      <ListFields values={values} errors={form.errors} onTyped={typed} onChange={change} />
      {list?.link && values.visibility === 'link' && <RenewLink list={list} />}
    </FormDialog>
  )
}
