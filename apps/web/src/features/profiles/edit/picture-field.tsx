import type { Profile } from '@nollie/contract'
import { Camera } from 'lucide-react'
import { useId, useRef } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Avatar, Button, Spinner } from '../../../ui/index.ts'
import { usePastedFiles } from '../../media/index.ts'
import { CropDialog } from './crop-dialog.tsx'
import { useProfilePicture } from './use-profile-picture.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './picture-field.module.css'
import profilesStyles from '../profiles.module.css'
import editProfileStyles from './edit-profile.module.css'

/** The profile picture in the edit form, with a button for changing it. */
export function PictureField({
  profile,
  className = '',
}: {
  profile: Profile
  className?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { source, isUploading, choose, upload, unreadable, cancel } = useProfilePicture(profile.user_id)
  const root = useRef<HTMLDivElement>(null)
  usePastedFiles(root, ([file]) => {
    if (file) void choose(file)
  })
  return (
    <div className={classes(styles.root, className)} ref={root}>
      <span className={profilesStyles.picture} data-busy={isUploading ? '' : undefined}>
        <Avatar person={profile} size={98} />
        {isUploading && <Spinner className={editProfileStyles.pictureWheel} />}
      </span>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={m.profiles_edit_photo()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Otherwise, choosing the same file again wouldn't fire a `change` event.
          target.value = ''
          if (file) void choose(file)
        }}
      />
      <Button
        variant="line"
        size="sm"
        icon={<Camera aria-hidden="true" />}
        busy={isUploading && m.profiles_edit_photo_uploading()}
        onClick={() => input.current?.click()}
      >
        {m.profiles_edit_photo()}
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
