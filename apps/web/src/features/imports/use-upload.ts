import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importKeys } from '../../lib/keys/imports.ts'
import { uploadFile } from './upload-file.ts'

/** The return value of {@link useUpload}. */
export type Upload = ReturnType<typeof useUpload>

/** Uploads one file at a time. Leaving the screen cancels the upload. */
export function useUpload() {
  const client = useQueryClient()
  const [share, setShare] = useState(0)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const upload = useMutation({
    mutationFn: (file: File) => {
      running.current = new AbortController()
      return uploadFile(file, setShare, running.current.signal)
    },
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.files }),
  })
  return {
    /** The file that is being uploaded, or whose upload failed. */
    file: upload.variables ?? null,
    isUploading: upload.isPending,
    /** The share that has arrived, from 0 to 1. */
    share,
    error: upload.error,
    start: (file: File) => upload.mutate(file),
    cancel: () => {
      running.current?.abort()
      upload.reset()
    },
  }
}
