// The engine as a whole, with nothing behind it that knows a closed form: that this links is the test.

int main() { return 0; }
