/** Query keys for a person's profile, spots, posts, photos, and activity. */
export const profileKeys = {
  all: ['profiles'] as const,
  /** One section of a profile page; `profile` is its header. */
  part: <P extends 'profile' | 'spots' | 'posts' | 'pictures' | 'activity' | 'blocked'>(
    part: P,
    user_id: string,
  ) => ['profiles', part, user_id] as const,
}
