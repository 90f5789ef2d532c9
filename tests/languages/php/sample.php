<html><body class="x">function inHtml() {}</body></html>
<?php
declare(strict_types=1);

namespace Shop\Orders;

use App\Models\User;
use App\Models\{Order, Line as OrderLine};
use function App\helpers\format;
use const App\LIMIT;
use App\Contracts\Store as StoreContract, App\Other;

require_once __DIR__ . '/vendor/autoload.php';
include 'config.php';

const TOP = 1, SECOND = 2;
define('DEFINED', 3);

/**
 * Says hello.
 *
 * @param string $name
 */
function greet(string $name = "function inString() {}", ...$rest): ?string
{
    $inner = function ($x) { return $x; };
    $arrow = fn($x) => $x;
    return $name;
}

/** What can be bought. */
interface Sellable extends \Countable
{
    public const TAX = 19;
    public function price(int $n): float;
}

trait Loggable
{
    protected function log(string $m): void {}
}

/**
 * An order.
 */
#[Entity(name: "class Fake {}")]
abstract class Order extends Base implements Sellable, \JsonSerializable
{
    use Loggable;

    public const A = 1, B = 2;
    private static array $cache = [];

    public function __construct(private readonly int $id) {}

    #[Pure]
    public static function make(int $id): static
    {
        // function commented() {}
        $object = new class extends Base { public function anonymous() {} };
        return new static($id);
    }

    abstract protected function total(): float;

    public function &reference() {}
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
    public function label(): string { return 'x'; }
}

if (!function_exists('polyfill')) {
    function polyfill() {}
}
?>
<p>class AfterPhp {}</p>
