import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useEffect } from 'react';
import type { WalletButtonsProps } from '../wallet-buttons-props';

/** PayPal's own buttons. Its script is fetched here and nowhere else; which one, the server says. */
export default function PayPalCheckout(props: WalletButtonsProps) {
  const { wallet, currency } = props;
  return (
    <PayPalScriptProvider
      options={{
        clientId: wallet.client_id,
        sdkBaseUrl: wallet.sdk_url,
        currency,
        intent: 'capture',
        components: 'buttons',
        disableFunding: 'credit,paylater',
      }}
    >
      <Buttons {...props} />
    </PayPalScriptProvider>
  );
}

function Buttons({ wallet, onCreate, onApprove, onCancel, onError, onLoadFailed }: WalletButtonsProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  useEffect(() => {
    if (isRejected) onLoadFailed?.();
  }, [isRejected, onLoadFailed]);
  return (
    <>
      {isPending && (
        <p role="status" className="text-ink-2">
          Loading {wallet.name}…
        </p>
      )}
      <PayPalButtons
        style={{ shape: 'pill', label: 'pay', height: 48 }}
        createOrder={() => onCreate()}
        onApprove={({ orderID }) => onApprove(orderID)}
        onCancel={onCancel}
        onError={onError}
      />
    </>
  );
}
