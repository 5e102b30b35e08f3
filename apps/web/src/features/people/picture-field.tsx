import type { Profile } from '@nollie/contract'
import { Camera } from 'lucide-react'
import { useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Avatar, Button, Spinner } from '../../ui/index.ts'
import { CropDialog } from './crop-dialog.tsx'
import { usePicture } from './use-picture.ts'
import './edit-profile.css'

/** The picture in the edit form, and the way to another one. */
export function PictureField({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { source, isUploading, choose, upload, unreadable, cancel } = usePicture(profile.user_id)
  return (
    <div className="picture-field">
      <span className="person-picture" data-busy={isUploading ? '' : undefined}>
        <Avatar person={profile} size={98} />
        {isUploading && <Spinner className="picture-wheel" />}
      </span>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={m.people_edit_photo()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          if (file) choose(file)
        }}
      />
      <Button
        variant="line"
        size="sm"
        icon={<Camera aria-hidden="true" />}
        busy={isUploading && m.people_edit_photo_uploading()}
        onClick={() => input.current?.click()}
      >
        {m.people_edit_photo()}
      </Button>
      {source && (
        <CropDialog
          url={source.url}
          onUnreadable={unreadable}
          onUse={(file) => void upload(file)}
          onCancel={cancel}
        />
      )}
    </div>
  )
}
