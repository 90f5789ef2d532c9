// Licence line, not documentation.
using System;
using static System.Math;
using Json = System.Text.Json;
global using System.Collections.Generic;

namespace Shop.Orders
{
    /// <summary>What an order can be.</summary>
    [Flags]
    public enum State { New = 1, Paid, Sent }

    /// <summary>A point.</summary>
    public readonly struct Point
    {
        public const int Dimensions = 2, Zero = 0;
        public static readonly Point Origin = new();
        private readonly int hidden, other = 1;
        public static implicit operator int(Point p) => p.hidden;
        public int Sum => hidden + other;
        public Point(int x) { hidden = x; }
        public static Point operator +(Point a, Point b) => a;
    }

    public interface IRepository<T> where T : class, new()
    {
        /// <summary>Finds one.</summary>
        T Find(int id);
        int Count { get; }
        event EventHandler Changed;
    }

    /// <summary>
    /// Keeps orders.
    /// </summary>
    [Serializable, Obsolete("class Fake { void Method() {} }")]
    public abstract partial class Store<TKey, TValue> : Base, IRepository<TValue>
        where TValue : class, new()
    {
        private const string Text = "class InString { }";
        public delegate void Handler(object sender, EventArgs e);
        public event Handler Changed { add { } remove { } }
        public string Name { get; set; } = "n";
        public TValue this[int i] => null;

        static Store() { }
        public Store(int size) : base(size) { }
        ~Store() { }

        [Obsolete]
        public async Task<List<TValue>> Load<U>(int a,
            params string[] rest) where U : struct
        {
            int local = 1;
            int Inner(int x) { return x + local; }
            Func<int, int> lambda = x => x;
            /* void Commented() {} */
            return null;
        }

        TValue IRepository<TValue>.Find(int id) => null;

        public class Nested
        {
            public enum Deep { One }
            public void Run() { }
        }
    }

    public record Person(string First, string Last)
    {
        public string Full() => First + Last;
    }

    public record struct Pair(int A, int B);

    public static class Extensions
    {
        public static bool IsEmpty(this string s) => s.Length == 0;
    }

    public readonly ref partial struct Frame<T>
    {
        private readonly int height;

#if NET8_0_OR_GREATER
        [Obsolete("Use [Width].")]
#endif
        public int Height() => height;
    }

    public class Handle
    {
        /// <summary>Lets go of it.</summary>
        ~Handle() { Close(); }
        private void Close() { }
    }
}
