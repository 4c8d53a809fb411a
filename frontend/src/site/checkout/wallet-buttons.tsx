import { type ComponentType, useEffect, useState } from 'react';
import type { PaymentProvider } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import PhoneForm from './phone-form';
import type { WalletButtonsProps } from './wallet-buttons-props';

type Loaded = Promise<{ default: ComponentType<WalletButtonsProps> }>;

/** The buttons of each payment provider; null of one that asks on a phone, which needs a form alone. */
const buttonsOf: Record<PaymentProvider, (() => Loaded) | null> = {
  paypal: () => import('./paypal/buttons'),
  practice_push: null,
};

const load = (provider: PaymentProvider): Loaded => buttonsOf[provider]?.() ?? Promise.resolve({ default: PhoneForm });

/** Fetches the wallet's code, which no other step needs, and says so when it does not come. */
export function WalletButtons(props: WalletButtonsProps) {
  const { method: provider, name } = props.method;
  const [Buttons, setButtons] = useState<ComponentType<WalletButtonsProps>>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is another try
  useEffect(() => {
    let gone = false;
    load(provider).then(
      (module) => !gone && setButtons(() => module.default),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [provider, round]);

  if (failed) {
    return (
      <div className="grid justify-items-start gap-3">
        <p role="alert">
          {name} could not be loaded. Check your connection, or whatever blocks scripts in your browser.
        </p>
        <button
          type="button"
          className={buttonLook({ look: 'outline' })}
          onClick={() => {
            setFailed(false);
            setRound(round + 1);
          }}
        >
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="wallet-buttons">
      {Buttons ? (
        <Buttons key={round} {...props} onLoadFailed={() => setFailed(true)} />
      ) : (
        <p role="status" className="text-ink-2">
          Loading {name}…
        </p>
      )}
    </div>
  );
}
