import type { ImportFile } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Field, Form, useForm } from '../../ui/index.ts'
import styles from './files.module.css'

type Values = { source: string; licence: string; url: string }

function sendSource(file_id: string, { source, licence, url }: Values) {
  const body = { source: source.trim(), licence: licence.trim(), url: url.trim() || null }
  return call('PUT /api/imports/files/:file_id/source', { params: { file_id }, body })
}

function startImport({ id, version }: ImportFile) {
  return call('POST /api/imports/files/:file_id/import', { params: { file_id: id }, body: { version } })
}

function isPreviewChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PREVIEW_CHANGED'
}

function useFileForm(file: ImportFile) {
  const client = useQueryClient()
  const [values, setValues] = useState<Values>(() => ({
    source: file.source ?? '',
    licence: file.licence ?? '',
    url: file.url ?? '',
  }))
  const isPreviewed =
    values.source.trim() === file.source &&
    values.licence.trim() === file.licence &&
    (values.url.trim() || null) === file.url
  const [changed, setChanged] = useState<string | null>(null)
  const form = useForm({
    check: () =>
      values.source.trim() && values.licence.trim()
        ? null
        : {
            ...(!values.source.trim() && { source: m.imports_file_source_missing() }),
            ...(!values.licence.trim() && { licence: m.imports_file_licence_missing() }),
          },
    send: async () => {
      if (isPreviewed) await startImport(file)
      else await sendSource(file.id, values)
      await client.invalidateQueries({ queryKey: importKeys.all })
    },
    explain: (error) => {
      const description = whyNot(error, m.imports_try_later())
      if (!isPreviewChanged(error)) return { title: m.imports_osm_start_failed(), description }
      setChanged(description)
      return null
    },
  })
  const set = (name: keyof Values, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    form.typed(name)
  }
  const lookAgain = () => client.invalidateQueries({ queryKey: importKeys.files })
  return { values, set, form, isPreviewed, changed, lookAgain }
}

/**
 * The source and license of a file, and the button that imports it. After a change, the button updates the preview first,
 * because a known source decides which records are already here.
 */
export function FileSource({ file }: { file: ImportFile }) {
  const { values, set, form, isPreviewed, changed, lookAgain } = useFileForm(file)
  return (
    <Form className={styles.source} refused={form.refused} onSend={form.submit}>
      <Field
        label={m.imports_file_source()}
        hint={m.imports_file_source_hint()}
        name="source"
        maxLength={80}
        value={values.source}
        error={form.errors.source}
        onChange={({ target }) => set('source', target.value)}
      />
      <Field
        label={m.imports_file_licence()}
        hint={m.imports_file_licence_hint()}
        name="licence"
        maxLength={80}
        value={values.licence}
        error={form.errors.licence}
        onChange={({ target }) => set('licence', target.value)}
      />
      <Field
        label={m.imports_file_url()}
        name="url"
        type="url"
        maxLength={300}
        value={values.url}
        error={form.errors.url}
        onChange={({ target }) => set('url', target.value)}
      />
      {changed && (
        <div role="alert" className={styles.failed}>
          <p>{changed}</p>
          <Button size="sm" variant="line" onClick={() => void lookAgain()}>
            {m.imports_file_again()}
          </Button>
        </div>
      )}
      <Button type="submit" variant="primary" busy={form.busy && m.imports_osm_starting()}>
        {isPreviewed ? m.imports_file_import() : m.imports_file_check()}
      </Button>
    </Form>
  )
}
