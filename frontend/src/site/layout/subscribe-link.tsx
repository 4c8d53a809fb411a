/** Subscribe, and what who has a plan finds in its place: the class `has-plan` on the root shows one of the two. */
export function SubscribeLink({ className }: { className: string }) {
  return (
    <>
      <a href="/subscribe" className={`${className} without-plan`}>
        Subscribe
      </a>{' '}
      <a href="/subscription-status" className={`${className} with-plan`}>
        Subscription
      </a>
    </>
  );
}
