import { IMPORT_FILE_BYTES_MAX, IMPORT_FILE_ENDINGS } from '@nollie/contract/imports/file-limits'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, FailedNote, Note } from '../../ui/index.ts'
import type { Upload } from './use-upload.ts'
import styles from './files.module.css'

const GIGABYTES_MAX = IMPORT_FILE_BYTES_MAX / 1e9
const GIGABYTES = { style: 'unit', unit: 'gigabyte' } as const

function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
}

function FileInput({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        // Some systems don't know the media types of these file extensions, so the accept list has only extensions.
        accept={IMPORT_FILE_ENDINGS.map((ending) => `.${ending.split('.').at(-1)}`).join()}
        tabIndex={-1}
        aria-label={m.imports_file_choose()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button variant="line" icon={<FileUp aria-hidden="true" />} onClick={() => input.current?.click()}>
        {m.imports_file_choose()}
      </Button>
    </>
  )
}

function UploadProgress({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const text = m.imports_file_uploading({ name, percent: numberText(share, { style: 'percent' }) })
  return (
    <div className={styles.progress}>
      <progress max={1} value={share} aria-label={text} />
      <small>{text}</small>
      <Button size="sm" variant="line" onClick={onCancel}>
        {m.imports_file_cancel()}
      </Button>
    </div>
  )
}

/** Uploads a file that is dropped or chosen. */
export function FileChoice({ upload }: { upload: Upload }) {
  const { file, isUploading, share, error, start, cancel } = upload
  const drop = useDrop((dropped) => {
    if (!isUploading) start(dropped)
  })
  return (
    <div className={styles.drop} {...drop}>
      {isUploading && file ? (
        <UploadProgress name={file.name} share={share} onCancel={cancel} />
      ) : (
        <>
          <Note>{m.imports_file_drop({ size: numberText(GIGABYTES_MAX, GIGABYTES) })}</Note>
          <FileInput onFile={start} />
        </>
      )}
      {error && file && !isUploading && (
        <FailedNote
          className={styles.failed}
          text={`${m.imports_file_upload_failed()} ${whyNot(error, m.imports_try_later())}`}
          onRetry={() => start(file)}
        />
      )}
    </div>
  )
}
